"""The reference of the command line is what its tool writes, and says what each command's help says."""

import click
import pytest

from docs.tools import load_tool

TOOL = load_tool("cli_page")
PAGE = TOOL.PAGE.read_text(encoding="utf-8")
CONTEXTS = list(TOOL.commands())


def test_the_page_is_up_to_date():
    assert TOOL.page() == PAGE, "run: python tools/cli_page.py"


@pytest.mark.parametrize("context", CONTEXTS, ids=lambda context: context.command_path)
def test_every_option_and_example_is_there(context):
    _, _, section = PAGE.partition(f"\n## {context.command_path}\n")
    section = section.partition("\n## ")[0]
    for parameter in context.command.params:
        shown = parameter.opts if isinstance(parameter, click.Option) else [parameter.make_metavar(context)]
        assert all(name in section for name in shown)
    examples = [line.strip() for line in context.command.epilog.splitlines()[2:]]
    assert all(line in section for line in examples)
    if not isinstance(context.command, click.Group):
        assert context.command.help.split()[0] in section


def test_the_settings_of_the_head_are_settings(tmp_path):
    from diskembed.cli.config import settings_of

    (tmp_path / "s.toml").write_text(PAGE.partition("```toml\n")[2].partition("```")[0])
    found = settings_of(str(tmp_path / "s.toml"), CONTEXTS[0].command, CONTEXTS[0])
    assert found["fit"]["settings"] == ["walked=6"]
    assert found["data"] == {"list": {"as_json": True}}
