import threading

from diskembed.datasets.lock import locked


def test_a_second_holder_waits_for_the_first(tmp_path):
    order, waits = [], threading.Event()

    def second():
        with locked(tmp_path / "file", on_wait=waits.set, poll=0.01):
            order.append("second")

    thread = threading.Thread(target=second)
    with locked(tmp_path / "file", on_wait=lambda: order.append("waited in vain")):
        thread.start()
        assert waits.wait(10)
        order.append("first")
    thread.join(10)
    assert order == ["first", "second"]


def test_a_lock_is_given_back_after_an_error(tmp_path):
    for _ in range(2):
        try:
            with locked(tmp_path / "file", on_wait=lambda: None):
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            pass
    assert [each.name for each in tmp_path.iterdir()] == ["file.lock"]
