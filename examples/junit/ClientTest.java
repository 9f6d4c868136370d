import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The client under test is {@code users}: it has to wait while it is throttled. */
class ClientTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  @RegisterExtension EmulatorSandbox sandbox = new EmulatorSandbox();

  private HttpResponse<String> users() throws Exception {
    String form = "grant_type=client_credentials&client_id=" + sandbox.get("clientId") + "&client_secret=" + sandbox.get("clientSecret");
    HttpRequest tokenRequest = HttpRequest.newBuilder(URI.create(sandbox.get("tokenUrl")))
        .header("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString(form)).build();
    String token = HTTP.send(tokenRequest, BodyHandlers.ofString()).body().replaceAll(".*\"access_token\":\"([^\"]*)\".*", "$1");
    HttpRequest request = HttpRequest.newBuilder(URI.create(sandbox.get("apiUrl") + "/institutions/me/users"))
        .header("Authorization", "Bearer " + token).build();
    HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());
    while (response.statusCode() == 429) {
      Thread.sleep(1000L * Integer.parseInt(response.headers().firstValue("Retry-After").orElseThrow()));
      response = HTTP.send(request, BodyHandlers.ofString());
    }
    return response;
  }

  @Test
  void theClientWaitsWhileItIsThrottled() throws Exception {
    sandbox.control("POST", "/scenarios", "{\"scenario\":\"rate-limit-burst\",\"parameters\":{\"burst\":1,\"retry-after\":1}}");
    assertEquals(200, users().statusCode());
    assertTrue(sandbox.control("GET", "/behaviour", null).contains("\"passed\":true"));
  }

  @Test
  void theLaterOfTwoCallsEndsFirst() throws Exception {
    sandbox.control("POST", "/holds", "{\"operation\":\"getUsers\",\"calls\":2}");
    ExecutorService threads = Executors.newFixedThreadPool(2);
    Callable<HttpResponse<String>> call = this::users;
    Future<HttpResponse<String>> one = threads.submit(call);
    Future<HttpResponse<String>> other = threads.submit(call);
    assertTrue(sandbox.control("GET", "/holds/h1/arrived", null).contains("\"call\":2"));
    sandbox.control("POST", "/holds/h1/release", "{\"call\":2}");
    sandbox.control("POST", "/holds/h1/release", "{\"call\":1}");
    assertEquals(200, one.get().statusCode());
    assertEquals(200, other.get().statusCode());
    threads.shutdown();
  }
}
