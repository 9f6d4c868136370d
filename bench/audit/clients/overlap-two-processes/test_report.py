from report import read
from worker import scores


def test_two_workers_read_everything_once():
    found = read(12)
    assert len(found) == 12
    assert found == scores(0, 12)
