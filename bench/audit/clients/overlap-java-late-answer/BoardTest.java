import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BoardTest {
  private static final String BEN = "party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128";

  @Test
  void showsWhoWasAskedWhileItIsRefreshed() throws Exception {
    Board board = new Board(new Identity());
    board.refresh();
    CompletableFuture<Void> minute = CompletableFuture.runAsync(() -> {
      try {
        board.refresh();
      } catch (Exception failure) {
        fail(failure);
      }
    });
    Thread.sleep(20);
    board.ask(BEN, "TWITTER");
    minute.get(10, TimeUnit.SECONDS);
    if (!board.open().contains(BEN + " TWITTER")) board.refresh();
    assertTrue(board.meanScore() > 0);
    assertTrue(board.open().contains(BEN + " TWITTER"), board.open().toString());
  }
}
