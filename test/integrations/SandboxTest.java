import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import idemulator.Emulator;
import idemulator.IdEmulator;
import idemulator.Sandbox;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What integrations/java offers beside what examples/junit uses. */
class SandboxTest {
  private static final Instant NEW_YEAR = Instant.parse("2026-01-01T00:00:00Z");
  @RegisterExtension static IdEmulator idEmulator = new IdEmulator(Map.of("population", 3, "seed", 7));

  private static int statusOfToken(Sandbox sandbox) throws IOException, InterruptedException {
    String credentials = "&client_id=" + sandbox.clientId + "&client_secret=" + sandbox.clientSecret;
    HttpRequest request = HttpRequest.newBuilder(URI.create(sandbox.tokenUrl))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(BodyPublishers.ofString("grant_type=client_credentials" + credentials)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode();
  }

  private static CompletableFuture<Integer> laterStatusOfToken(Sandbox sandbox) {
    CompletableFuture<Integer> status = new CompletableFuture<>();
    new Thread(() -> {
      try {
        status.complete(statusOfToken(sandbox));
      } catch (IOException | InterruptedException error) {
        status.completeExceptionally(error);
      }
    }).start();
    return status;
  }

  @Test
  void aSelectionReplacesTheScenarios(Sandbox sandbox) throws Exception {
    sandbox.use("token-endpoint-down");
    sandbox.select("token-endpoint-throttled");
    assertEquals(429, statusOfToken(sandbox));
    sandbox.select("");
    assertEquals(200, statusOfToken(sandbox));
  }

  @Test
  void aHeldCallFails(Sandbox sandbox) {
    Sandbox.Hold hold = sandbox.hold("issueToken", 1);
    CompletableFuture<Integer> call = laterStatusOfToken(sandbox);
    hold.arrived().get(0).fail("connection-reset");
    assertInstanceOf(IOException.class, assertThrows(ExecutionException.class, call::get).getCause());
  }

  @Test
  void theEndOfAHoldReleasesItsCalls(Sandbox sandbox) throws Exception {
    Sandbox.Hold hold = sandbox.hold("issueToken", Map.of("calls", 2, "at", "request"));
    CompletableFuture<Integer> one = laterStatusOfToken(sandbox);
    CompletableFuture<Integer> other = laterStatusOfToken(sandbox);
    assertEquals(2, hold.arrived().size());
    assertEquals(List.of(), sandbox.requests(Map.of()));
    hold.end();
    assertEquals(List.of(200, 200), List.of(one.get(), other.get()));
  }

  @Test
  void theClockIsSetStoppedMovedAndStarted(Sandbox sandbox) {
    sandbox.clock.freeze();
    assertEquals(NEW_YEAR, sandbox.clock.set(NEW_YEAR));
    assertEquals(NEW_YEAR.minusSeconds(900), sandbox.clock.advance(Duration.ofMinutes(-15)));
    assertEquals(NEW_YEAR.minusSeconds(900), sandbox.clock.now());
    assertFalse(sandbox.clock.thaw().isAfter(sandbox.clock.now()));
  }

  @Test
  void theJudgeIsStrictIfAskedTo(Sandbox sandbox) {
    assertEquals(false, sandbox.behaviour().get("passed"));
    assertEquals(true, sandbox.behaviour(Map.of("strict", true, "allowEmpty", true)).get("passed"));
  }

  @Test
  void aBundleIsGiven(Sandbox sandbox) throws Exception {
    statusOfToken(sandbox);
    assertEquals("id-emulator-bundle", sandbox.bundle().get("format"));
  }

  @Test
  void aCallThatIsRefusedSaysWhy(Sandbox sandbox) {
    Emulator.Refusal refusal = assertThrows(Emulator.Refusal.class, () -> sandbox.use("server-errors"));
    assertEquals(422, refusal.status);
    assertTrue(refusal.getMessage().contains("server-error"), refusal.getMessage());
  }

  @Test
  void aSandboxThatTheTestHasRemovedIsNoError(Sandbox sandbox) {
    sandbox.remove();
  }

  @Test
  void aSandboxHasTheOptionsOfTheExtensionAndTheNameOfTheTest(Sandbox sandbox) {
    Map<?, ?> shown = (Map<?, ?>) sandbox.control("GET", "", null);
    assertEquals(List.of(3L, 7L), List.of(shown.get("population"), shown.get("seed")));
    String name = "SandboxTest > aSandboxHasTheOptionsOfTheExtensionAndTheNameOfTheTest(Sandbox)";
    assertEquals(name, shown.get("name"));
  }

  @Test
  void textComesBackAsItWas(Emulator emulator) {
    String name = "\"quoted\" \\ / \u00e9 \u2028 \ud83d\ude00";
    Sandbox other = emulator.sandbox(Map.of("name", name, "labels", Map.of("a", "b")));
    Map<?, ?> shown = (Map<?, ?>) other.control("GET", "", null);
    assertEquals(name, shown.get("name"));
    assertEquals(Map.of("a", "b"), shown.get("labels"));
    other.remove();
  }

  @Test
  void anotherSandboxHasOtherCredentials(Emulator emulator, Sandbox sandbox) {
    Sandbox other = emulator.sandbox(Map.of());
    assertNotEquals(sandbox.clientId, other.clientId);
    other.remove();
  }
}
