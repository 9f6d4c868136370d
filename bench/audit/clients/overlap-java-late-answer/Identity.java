import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Calls of the identity service, which return futures. */
class Identity {
  private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private CompletableFuture<String> token;

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private synchronized CompletableFuture<String> token(CompletableFuture<String> refused) {
    if (token == null || token == refused || token.isCompletedExceptionally()) token = login();
    return token;
  }

  private CompletableFuture<String> login() {
    String form = "grant_type=client_credentials&client_id=" + encode(System.getenv("ID_EMULATOR_CLIENT_ID"))
        + "&client_secret=" + encode(System.getenv("ID_EMULATOR_CLIENT_SECRET"));
    HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("ID_EMULATOR_TOKEN_URL")))
        .header("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString(form)).build();
    return http.sendAsync(request, BodyHandlers.ofString()).thenApply(response -> {
      if (response.statusCode() != 200) throw new IllegalStateException("no token: " + response.statusCode());
      return new Gson().fromJson(response.body(), JsonObject.class).get("access_token").getAsString();
    });
  }

  CompletableFuture<JsonElement> get(String path) {
    return call("GET", path, null, true, token(null));
  }

  CompletableFuture<JsonElement> post(String path, Object body) {
    return call("POST", path, new Gson().toJson(body), true, token(null));
  }

  private CompletableFuture<JsonElement> call(String method, String path, String body, boolean again, CompletableFuture<String> used) {
    return used.thenCompose(token -> {
      HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("ID_EMULATOR_API_URL") + path))
          .timeout(Duration.ofSeconds(8)).header("Authorization", "Bearer " + token).header("Content-Type", "application/json")
          .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body)).build();
      return http.sendAsync(request, BodyHandlers.ofString());
    }).thenCompose((HttpResponse<String> response) -> {
      if (response.statusCode() == 401 && again) return call(method, path, body, false, token(used));
      if (response.statusCode() >= 300)
        return CompletableFuture.failedFuture(new IllegalStateException(path + ": " + response.statusCode()));
      return CompletableFuture.completedFuture(new Gson().fromJson(response.body(), JsonElement.class));
    });
  }
}
