import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What a client of the service does every day. Each library is integrated in the Client.java beside this file. */
public final class Suite {
  private static final Client CLIENT = connect();
  private static int count;
  private static boolean isGood = true;

  private interface Body {
    void run() throws Exception;
  }

  public static void main(String[] arguments) {
    System.out.println("TAP version 13\n1..6");
    test("reads users", () -> check(items(CLIENT, "/institutions/me/users?limit=3").size() == 3));
    test("reads all pages of scores", Suite::readAllPages);
    test("finds a person", () -> {
      JsonObject found = CLIENT.get("/institutions/me/credentials/resolve?q=benbrook");
      JsonObject person = found.getAsJsonArray("credentials").get(0).getAsJsonObject();
      check(String.valueOf(person.get("username")).equals("\"benbrook\""));
    });
    test("creates a link", () -> {
      JsonObject link = CLIENT.post("/verification/generate-link", contracts(1).get(0).getAsJsonObject());
      check(link.get("verificationUrl").getAsString().startsWith("http"));
    });
    test("creates links in a batch", () -> {
      JsonObject body = new JsonObject();
      body.add("requests", contracts(3));
      JsonArray results = CLIENT.post("/verification/generate-links-batch", body).getAsJsonArray("results");
      results.forEach(item -> check(item.getAsJsonObject().has("result")));
    });
    test("reads four pages at once, with a new client", Suite::readInParallel);
    System.exit(isGood ? 0 : 1);
  }

  private static void readAllPages() throws Exception {
    Set<String> parties = new HashSet<>();
    int total = 1;
    for (int offset = 0; offset < total; offset += 100) {
      JsonObject page = CLIENT.get("/institutions/me/human-scores?limit=100&offset=" + offset);
      page.getAsJsonArray("items").forEach(item -> parties.add(item.getAsJsonObject().get("partyId").getAsString()));
      total = page.getAsJsonObject("pagination").get("total").getAsInt();
    }
    check(parties.size() == total);
  }

  private static void readInParallel() throws Exception {
    Client client = connect();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Callable<Integer>> reads = List.of(0, 2, 4, 6).stream()
        .map(offset -> (Callable<Integer>) () -> items(client, "/institutions/me/users?limit=2&offset=" + offset).size())
        .toList();
    for (Future<Integer> size : pool.invokeAll(reads)) check(size.get() == 2);
    pool.shutdown();
  }

  private static Client connect() {
    return new Client(
        System.getenv("ID_EMULATOR_API_URL"),
        System.getenv("ID_EMULATOR_TOKEN_URL"),
        System.getenv("ID_EMULATOR_CLIENT_ID"),
        System.getenv("ID_EMULATOR_CLIENT_SECRET"));
  }

  private static JsonArray items(Client client, String path) throws Exception {
    return client.get(path).getAsJsonArray("items");
  }

  private static JsonArray contracts(int limit) throws Exception {
    JsonArray requests = new JsonArray();
    items(CLIENT, "/institutions/me/credentials?limit=" + limit).forEach(item -> {
      JsonObject request = new JsonObject();
      request.add("contractId", item.getAsJsonObject().get("contractId"));
      requests.add(request);
    });
    return requests;
  }

  private static void test(String name, Body body) {
    count++;
    try {
      body.run();
      System.out.println("ok " + count + " - " + name);
    } catch (Exception | AssertionError error) {
      isGood = false;
      System.out.println("not ok " + count + " - " + name);
      error.printStackTrace();
    }
  }

  private static void check(boolean holds) {
    if (!holds) throw new AssertionError("not what was expected");
  }
}
