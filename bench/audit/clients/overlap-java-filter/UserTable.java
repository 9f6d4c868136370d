import com.google.gson.JsonElement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The table of users, which one can filter by the status of their requests. The newest choice counts. */
class UserTable {
  record Row(String partyId, String status) {}

  private final Identity identity;
  private final int size;
  private String filter = "";
  private int choice;
  private List<Row> rows = List.of();
  private CompletableFuture<Void> loading = CompletableFuture.completedFuture(null);

  UserTable(Identity identity, int size) {
    this.identity = identity;
    this.size = size;
  }

  /** Shows the users with this status of their request. */
  synchronized CompletableFuture<Void> show(String status) {
    filter = status;
    int number = ++choice;
    CompletableFuture<Void> load = identity.get("/institutions/me/users?limit=" + size + "&reqStatus=" + Identity.encode(status))
        .thenAccept(page -> replace(number, read(page)));
    loading = CompletableFuture.allOf(loading, load);
    return load;
  }

  private synchronized void replace(int number, List<Row> loaded) {
    if (number == choice) rows = loaded;
  }

  private static List<Row> read(JsonElement page) {
    List<Row> read = new ArrayList<>();
    for (JsonElement item : page.getAsJsonObject().getAsJsonArray("items")) {
      String partyId = item.getAsJsonObject().get("partyId").getAsString();
      read.add(new Row(partyId, item.getAsJsonObject().get("reqStatus").getAsString()));
    }
    return read;
  }

  synchronized String filter() {
    return filter;
  }

  synchronized List<Row> rows() {
    return rows;
  }

  /** Completes when nothing is being loaded. */
  synchronized CompletableFuture<Void> idle() {
    return loading;
  }
}
