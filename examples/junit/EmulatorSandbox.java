import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A sandbox for each test: {@code @RegisterExtension EmulatorSandbox sandbox = new EmulatorSandbox();} */
public class EmulatorSandbox implements BeforeEachCallback, AfterEachCallback {
  private static final String URL = System.getenv().getOrDefault("ID_EMULATOR_URL", "http://127.0.0.1:4010");
  private final HttpClient http = HttpClient.newHttpClient();
  private String opened;

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    opened = control("POST", "", "{}");
  }

  /** If the test has failed, its error gets what the client did. */
  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    if (context.getExecutionException().isPresent())
      context.getExecutionException().get().addSuppressed(new AssertionError(control("GET", "/journal", null)));
    control("DELETE", "", null);
  }

  /** A member of the sandbox: apiUrl, tokenUrl, clientId, clientSecret. */
  public String get(String member) {
    Matcher found = Pattern.compile('"' + member + "\":\"([^\"]*)\"").matcher(opened);
    if (!found.find()) throw new IllegalArgumentException(member);
    return found.group(1);
  }

  /** Calls the control plane, for example {@code control("POST", "/scenarios", "{\"scenario\":\"latency\"}")}. */
  public String control(String method, String path, String body) throws Exception {
    String id = opened == null ? "" : "/" + get("id");
    HttpRequest request = HttpRequest.newBuilder(URI.create(URL + "/_emulator/sandboxes" + id + path))
        .header("Content-Type", "application/json")
        .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body)).build();
    return http.send(request, BodyHandlers.ofString()).body();
  }
}
