import pytest

ALICE = "party::3d32e794974ff887169be79f8613605a::122056481f3240fd87d28ea7f8d6f50579ece58dca52009da78791db2dd45eff5d74"


def test_reads_every_score(known):
    assert len(known) > 100
    assert known[ALICE] > 50


class TestOneScore:
    def test_equals_the_list(self, client, known):
        assert client.score(ALICE) == known[ALICE]

    @pytest.mark.parametrize("party_id", ["party::00000000000000000000000000000000::" + "1220" + "0" * 64])
    def test_is_none_for_an_unknown_party(self, client, party_id):
        assert client.score(party_id) is None
