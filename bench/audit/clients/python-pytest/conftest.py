import pytest

import scores


@pytest.fixture(scope="module")
def client():
    return scores.from_environment()


@pytest.fixture()
def known(client):
    return client.all_scores()
