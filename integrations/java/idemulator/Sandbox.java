package idemulator;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An institution of its own. */
public final class Sandbox {
  public final String id;
  /** Base URL of the API. */
  public final String apiUrl;
  /** The token endpoint. */
  public final String tokenUrl;
  public final String clientId;
  public final String clientSecret;
  public final Clock clock = new Clock(this);
  private final Emulator emulator;

  Sandbox(Emulator emulator, Map<String, Object> opened) {
    this.emulator = emulator;
    id = (String) opened.get("id");
    apiUrl = (String) opened.get("apiUrl");
    tokenUrl = (String) opened.get("tokenUrl");
    clientId = (String) opened.get("clientId");
    clientSecret = (String) opened.get("clientSecret");
  }

  /** Calls the control plane as {@link Emulator#control}, with a path of this sandbox, such as {@code /reset}. */
  public Object control(String method, String path, Object body) {
    return emulator.control(method, "/sandboxes/" + id + path, body);
  }

  /**
   * Activates a scenario in addition to the active ones.
   *
   * @param parameters by the names in the scenario: {@code Map.of("burst", 2, "retry-after", 1)}
   */
  public void use(String scenario, Map<String, ?> parameters) {
    control("POST", "/scenarios", Map.of("scenario", scenario, "parameters", parameters));
  }

  public void use(String scenario) {
    use(scenario, Map.of());
  }

  /** Replaces the active scenarios by a selection, such as {@code flaky;share=0.5, latency}; empty for none. */
  public void select(String selection) {
    control("PUT", "/scenarios", Map.of("select", selection));
  }

  /** Holds so many next calls of an operation: their responses, until the test releases them. */
  public Hold hold(String operation, int calls) {
    return hold(operation, Map.of("calls", calls));
  }

  /** @param options of {@code OpenHold}: calls, at, limit and endsAfter in milliseconds */
  public Hold hold(String operation, Map<String, ?> options) {
    Map<String, Object> body = new HashMap<>(options);
    body.put("operation", operation);
    return new Hold(this, (String) Json.object(control("POST", "/holds", body)).get("id"));
  }

  /**
   * The exchanges so far, oldest first.
   *
   * @param query chooses some: {@code Map.of("operation", "issueToken", "status", 200)}
   */
  public List<Map<String, Object>> requests(Map<String, ?> query) {
    return Json.objects(Json.object(control("GET", "/journal" + queryOf(query), null)).get("exchanges"));
  }

  /** The verdicts of the judge. {@code passed} is true if the client has sent requests and broken no rule. */
  public Map<String, Object> behaviour() {
    return behaviour(Map.of());
  }

  /** @param options {@code strict}, so that suspected rules fail, too; {@code allowEmpty}, if no request is right */
  public Map<String, Object> behaviour(Map<String, ?> options) {
    return Json.object(control("GET", "/behaviour" + queryOf(options), null));
  }

  /** The exchanges and the states around them, for {@code id-emulator inspect}. */
  public Map<String, Object> bundle() {
    return Json.object(control("GET", "/bundle", null));
  }

  public void remove() {
    control("DELETE", "", null);
  }

  /** The time of a sandbox. Tokens, links and credentials expire by it. */
  public static final class Clock {
    private final Sandbox sandbox;

    private Clock(Sandbox sandbox) {
      this.sandbox = sandbox;
    }

    public Instant now() {
      return timeOf(sandbox.control("GET", "/clock", null));
    }

    /** Moves the clock forward, or back if the duration is negative. Returns the new time. */
    public Instant advance(Duration by) {
      return timeOf(sandbox.control("POST", "/clock/advance", Map.of("by", by.toMillis() + "ms")));
    }

    /** Sets the time. The clock runs, or is stopped, as before. */
    public Instant set(Instant time) {
      return timeOf(sandbox.control("PUT", "/clock", Map.of("time", time.toString())));
    }

    /** Stops the clock. */
    public Instant freeze() {
      return timeOf(sandbox.control("POST", "/clock/freeze", null));
    }

    /** Lets the clock run again from its current time. */
    public Instant thaw() {
      return timeOf(sandbox.control("POST", "/clock/thaw", null));
    }

    private static Instant timeOf(Object clock) {
      return Instant.parse((String) Json.object(clock).get("time"));
    }
  }

  /** Calls that wait until the test releases them. */
  public static final class Hold {
    private final Sandbox sandbox;
    private final String id;

    private Hold(Sandbox sandbox, String id) {
      this.sandbox = sandbox;
      this.id = id;
    }

    /**
     * Waits up to 3 s for as many calls as the hold stops, and returns them in the order in which they came. If fewer
     * have arrived, the message of the exception lists them, and says why if that is known.
     */
    public List<HeldCall> arrived() {
      Object held = Json.object(sandbox.control("GET", "/holds/" + id + "/arrived", null)).get("held");
      return Json.objects(held).stream().map(call -> new HeldCall(this, call.get("call"))).collect(Collectors.toList());
    }

    /** Lets its calls go on in the order in which they came, and holds no more. */
    public void end() {
      sandbox.control("DELETE", "/holds/" + id, null);
    }
  }

  /** A call that a hold has stopped. */
  public static final class HeldCall {
    private final Hold hold;
    private final Object call;

    private HeldCall(Hold hold, Object call) {
      this.hold = hold;
      this.call = call;
    }

    /** Lets the call go on. Returns when its response was handed to the socket. */
    public void release() {
      hold.sandbox.control("POST", "/holds/" + hold.id + "/release", Map.of("call", call));
    }

    /** Ends the connection of the call in place of its response: connection-reset or connection-closed. */
    public void fail(String how) {
      hold.sandbox.control("POST", "/holds/" + hold.id + "/fail", Map.of("call", call, "as", how));
    }
  }

  private static String queryOf(Map<String, ?> query) {
    return query.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + encoded(entry.getValue()))
        .collect(Collectors.joining("&", "?", ""));
  }

  private static String encoded(Object value) {
    return URLEncoder.encode(String.valueOf(value), StandardCharsets.UTF_8);
  }
}
