import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScoresTest {
  private static final String ALICE = "party::3d32e794974ff887169be79f8613605a::122056481f3240fd87d28ea7f8d6f50579ece58dca52009da78791db2dd45eff5d74";
  private static final String BEN = "party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128";

  @Test
  void readsTheScoresOfSeveralParties() {
    Map<String, Integer> scores = new Scores(new Identity()).of(List.of(ALICE, BEN));
    assertEquals(List.of(ALICE, BEN), List.copyOf(scores.keySet()));
    assertTrue(scores.get(ALICE) > scores.get(BEN), scores.toString());
  }

  @Test
  void theSamePartyHasTheSameScore() {
    Scores scores = new Scores(new Identity());
    assertEquals(scores.of(BEN).join(), scores.of(List.of(BEN, ALICE)).get(BEN));
  }
}
