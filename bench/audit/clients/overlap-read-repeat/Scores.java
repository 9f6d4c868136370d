import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Reads human scores. A read without an answer in time is sent once more, and the first answer of the two counts: reading twice does no harm. */
class Scores {
  private static final long LIMIT = 600; // milliseconds
  private final Identity identity;

  Scores(Identity identity) {
    this.identity = identity;
  }

  private CompletableFuture<Integer> read(String partyId) {
    return identity.get("/institutions/me/human-scores/" + Identity.encode(partyId))
        .thenApply(item -> item.getAsJsonObject().getAsJsonObject("humanScore").get("totalScore").getAsInt());
  }

  CompletableFuture<Integer> of(String partyId) {
    CompletableFuture<Integer> result = new CompletableFuture<>();
    CompletableFuture<Integer> first = read(partyId);
    first.thenAccept(result::complete);
    CompletableFuture.delayedExecutor(LIMIT, TimeUnit.MILLISECONDS).execute(() -> {
      if (result.isDone()) return;
      read(partyId).whenComplete((score, failure) -> {
        if (failure == null) result.complete(score);
        else first.whenComplete((late, lost) -> { if (lost != null) result.completeExceptionally(failure); });
      });
    });
    return result.orTimeout(10, TimeUnit.SECONDS);
  }

  /** The scores of several parties, in the order in which they were asked for. */
  Map<String, Integer> of(List<String> partyIds) {
    List<CompletableFuture<Integer>> reads = new ArrayList<>();
    for (String partyId : partyIds) reads.add(of(partyId));
    Map<String, Integer> scores = new LinkedHashMap<>();
    for (int index = 0; index < reads.size(); index++) scores.put(partyIds.get(index), reads.get(index).join());
    return scores;
  }
}
