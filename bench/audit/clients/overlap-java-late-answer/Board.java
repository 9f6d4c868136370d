import com.google.gson.JsonElement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The board of open requests on the wall of the office. It is refreshed every minute, and when somebody is asked. */
class Board {
  private static final long LIMIT = 700; // milliseconds
  private final Identity identity;
  private Set<String> open = new TreeSet<>();

  Board(Identity identity) {
    this.identity = identity;
  }

  /** Reads the open requests. What takes too long is read once more. */
  void refresh() throws Exception {
    for (int attempt = 1; ; attempt++) {
      CompletableFuture<Void> read = identity.get("/institutions/me/users?reqStatus=PENDING&limit=100").thenAccept(this::show);
      try {
        read.get(attempt == 1 ? LIMIT : 10 * LIMIT, TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException late) {
        read.cancel(true); // what comes after all is not shown
        if (attempt == 2) throw late;
      } catch (ExecutionException failed) {
        if (attempt == 2) throw failed;
      }
    }
  }

  private synchronized void show(JsonElement page) {
    Set<String> read = new TreeSet<>();
    for (JsonElement item : page.getAsJsonObject().getAsJsonArray("items"))
      read.add(item.getAsJsonObject().get("partyId").getAsString() + " " + item.getAsJsonObject().get("kycProvider").getAsString());
    open = read;
  }

  void ask(String partyId, String provider) throws Exception {
    identity.post("/institutions/me/credentials/request", Map.of("partyId", partyId, "providers", List.of(provider))).get(10, TimeUnit.SECONDS);
  }

  /** The mean score of the first users, for the footer. */
  double meanScore() throws Exception {
    JsonElement page = identity.get("/institutions/me/human-scores?limit=10").get(10, TimeUnit.SECONDS);
    double sum = 0;
    int count = 0;
    for (JsonElement item : page.getAsJsonObject().getAsJsonArray("items")) {
      sum += item.getAsJsonObject().getAsJsonObject("humanScore").get("totalScore").getAsDouble();
      count++;
    }
    return count == 0 ? 0 : sum / count;
  }

  synchronized Set<String> open() {
    return open;
  }
}
