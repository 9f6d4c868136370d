import static org.junit.jupiter.api.Assertions.assertEquals;

import idemulator.IdEmulator;
import idemulator.Sandbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The client under test has to wait while it is throttled, and to renew its token once for all of its threads. */
@ExtendWith(IdEmulator.class)
class ClientTest {
  @Test
  void theClientWaitsWhileItIsThrottled(Sandbox sandbox) throws Exception {
    sandbox.use("rate-limit-burst", Map.of("burst", 2));
    assertEquals(200, new Client(sandbox).users());
    assertEquals(true, sandbox.behaviour().get("passed"));
  }

  @Test
  void theClientRenewsItsTokenWhenItHasExpired(Sandbox sandbox) throws Exception {
    Client client = new Client(sandbox);
    client.users();
    sandbox.clock.advance(Duration.ofHours(2));
    assertEquals(200, client.users());
    assertEquals(2, sandbox.requests(Map.of("operation", "issueToken")).size());
  }

  @Test
  void theClientRenewsItsTokenOnceWhenTwoCallsAreRefusedAtTheSameTime(Sandbox sandbox) throws Exception {
    Client client = new Client(sandbox);
    client.users();
    sandbox.use("token-revoked");
    Sandbox.Hold hold = sandbox.hold("getUsers", 2);
    CompletableFuture<Integer> one = CompletableFuture.supplyAsync(client::users);
    CompletableFuture<Integer> other = CompletableFuture.supplyAsync(client::users);
    List<Sandbox.HeldCall> calls = hold.arrived();
    calls.get(1).release();
    calls.get(0).release();
    assertEquals(List.of(200, 200), List.of(one.get(), other.get()));
    assertEquals(2, sandbox.requests(Map.of("operation", "issueToken")).size());
  }

  private static final class Client {
    private final HttpClient http = HttpClient.newHttpClient();
    private final Sandbox sandbox;
    private String token;

    Client(Sandbox sandbox) {
      this.sandbox = sandbox;
    }

    /** The status of the last response. */
    int users() {
      String refused = null;
      for (int attempt = 1; ; attempt++) {
        String token = tokenAfter(refused);
        URI users = URI.create(sandbox.apiUrl + "/institutions/me/users");
        HttpResponse<String> response = send(HttpRequest.newBuilder(users).header("Authorization", "Bearer " + token));
        if (response.statusCode() != 401 || attempt == 2) return response.statusCode();
        refused = token;
      }
    }

    /** The token, or a new one if it was refused and no other thread has renewed it. */
    private synchronized String tokenAfter(String refused) {
      if (token == null || token.equals(refused)) {
        String credentials = "&client_id=" + sandbox.clientId + "&client_secret=" + sandbox.clientSecret;
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(sandbox.tokenUrl))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("grant_type=client_credentials" + credentials));
        Matcher member = Pattern.compile("\"access_token\":\"([^\"]*)\"").matcher(send(request).body());
        if (!member.find()) throw new IllegalStateException("The token endpoint returned no token.");
        token = member.group(1);
      }
      return token;
    }

    /** What is throttled or broken is sent again, three times at most. */
    private HttpResponse<String> send(HttpRequest.Builder request) {
      for (int attempt = 1; ; attempt++) {
        try {
          HttpResponse<String> response =
              http.send(request.timeout(Duration.ofSeconds(5)).build(), BodyHandlers.ofString());
          boolean mayPass = response.statusCode() == 429 || response.statusCode() >= 500;
          if (!mayPass || attempt == 4) return response;
          pause(response.headers().firstValue("Retry-After").map(value -> toWait(value, response)), attempt);
        } catch (IOException error) {
          if (attempt == 4) throw new UncheckedIOException(error);
          pause(Optional.empty(), attempt);
        } catch (InterruptedException error) {
          throw new IllegalStateException(error);
        }
      }
    }

    /** Retry-After has seconds or a date. A date counts from the server's clock. Null if it is neither. */
    private static Duration toWait(String value, HttpResponse<String> response) {
      try {
        if (value.matches("\\d{1,9}")) return Duration.ofSeconds(Long.parseLong(value));
        return Duration.between(instant(response.headers().firstValue("Date").orElse("")), instant(value));
      } catch (DateTimeParseException error) {
        return null;
      }
    }

    private static Instant instant(String date) {
      return DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from);
    }

    private static void pause(Optional<Duration> asked, int attempt) {
      try {
        Thread.sleep(Math.max(0, asked.orElse(Duration.ofMillis(500L * attempt)).toMillis()));
      } catch (InterruptedException error) {
        throw new IllegalStateException(error);
      }
    }
  }
}
