package idemulator;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** An emulator that runs. */
public final class Emulator implements CloseableResource {
  /** The longest wait for a response of the control plane; the longest one, {@link Sandbox.Hold#arrived}, takes 3 s. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Where npm installs the program. */
  static final Path INSTALLED = Path.of("node_modules", ".bin", "id-emulator");

  /** Scheme, host and port. */
  public final String url;
  /** Null if the emulator was there before. */
  private final Process process;
  private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Emulator(String url, Process process) {
    this.url = url;
    this.process = process;
  }

  /** The emulator at ID_EMULATOR_URL, or one that is started. */
  static Emulator ofEnvironment() {
    String url = System.getenv("ID_EMULATOR_URL");
    return url == null || url.isEmpty() ? started() : new Emulator(url, null);
  }

  /** Starts the program on a free port. */
  private static Emulator started() {
    try {
      // Standard error, which is that of the tests, has the reason if it cannot start.
      String program = Files.isExecutable(INSTALLED) ? INSTALLED.toString() : "id-emulator";
      Process process = new ProcessBuilder(program, "start", "--port", "0", "--log", "json")
          .redirectError(ProcessBuilder.Redirect.INHERIT).start();
      // It goes on if nobody reads its log.
      try (BufferedReader output =
          new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        String line = output.readLine();
        if (line == null) throw new IllegalStateException("id-emulator start has ended before it listened");
        return new Emulator((String) Json.object(Json.parse(line)).get("url"), process);
      }
    } catch (IOException error) {
      throw new IllegalStateException(
          "id-emulator is neither in node_modules/.bin nor on the PATH: install it there", error);
    }
  }

  /** Opens a sandbox with these options of {@code CreateSandbox}: {@code Map.of("population", 20)}. */
  public Sandbox sandbox(Map<String, ?> options) {
    return new Sandbox(this, Json.object(control("POST", "/sandboxes", options)));
  }

  /**
   * Calls the control plane, and returns the body of the response; null if it has none.
   *
   * @param path below {@code /_emulator}, such as {@code /sandboxes/s1/reset}
   * @param body a map, or null for none
   */
  public Object control(String method, String path, Object body) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + "/_emulator" + path))
        .timeout(TIMEOUT)
        .header("Content-Type", "application/json")
        .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Json.text(body)));
    String token = System.getenv("ID_EMULATOR_CONTROL_TOKEN");
    if (token != null && !token.isEmpty()) request.header("Authorization", "Bearer " + token);
    String what = method + " " + url + "/_emulator" + path + ": ";
    try {
      HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
      if (response.statusCode() >= 400) throw new Refusal(what, response);
      return response.body().isEmpty() ? null : Json.parse(response.body());
    } catch (IOException error) {
      throw new IllegalStateException(what + error, error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(what + "interrupted", error);
    }
  }

  @Override
  public void close() throws InterruptedException {
    if (process == null) return;
    process.destroy();
    process.waitFor();
  }

  /** The emulator has refused a call. */
  public static final class Refusal extends IllegalStateException {
    private static final long serialVersionUID = 1;
    /** Status of the response. */
    public final int status;

    private Refusal(String what, HttpResponse<String> response) {
      super(what + response.statusCode() + " " + response.body());
      status = response.statusCode();
    }
  }
}
