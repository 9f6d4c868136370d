package idemulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The sandbox of a test, and what explains its failure. */
final class TestSandbox {
  /** The most exchanges that a failed test shows: the last ones explain a failure best. */
  private static final int SHOWN_EXCHANGES = 50;
  /** The longest name of a sandbox. */
  private static final int LONGEST_NAME = 200;

  final Sandbox sandbox;
  private final Sandbox defaultSandbox;
  /** Number of the last exchange of the default sandbox before the test. */
  private final Object before;

  TestSandbox(Emulator emulator, String title, Map<String, ?> options) {
    Map<String, Object> shared = Json.object(emulator.control("GET", "/sandboxes/default", null));
    defaultSandbox = new Sandbox(emulator, shared);
    before = shared.get("exchanges");
    String name = title.substring(0, Math.min(title.length(), LONGEST_NAME));
    Map<String, Object> named = new HashMap<>(Map.of("name", name));
    named.putAll(options);
    sandbox = emulator.sandbox(named);
  }

  Explanation explanation() {
    try {
      return new Explanation(String.join("\n  ", lines()));
    } catch (IllegalStateException | IOException error) {
      // The test may have removed its sandbox. Its own failure is what counts.
      return new Explanation(error.getMessage());
    }
  }

  void close() {
    try {
      sandbox.remove();
    } catch (Emulator.Refusal refusal) {
      // The test may have removed it.
      if (refusal.status != 404) throw refusal;
    }
  }

  private List<String> lines() throws IOException {
    List<Map<String, Object>> exchanges = sandbox.requests(Map.of());
    List<String> lines = new ArrayList<>();
    lines.add("Sandbox " + sandbox.id + ": exchanges: " + exchanges.size());
    int earlier = Math.max(0, exchanges.size() - SHOWN_EXCHANGES);
    if (earlier > 0) lines.add("... " + earlier + " earlier");
    exchanges.stream().skip(earlier).forEach(exchange -> addExchange(lines, exchange));
    List<Map<String, Object>> unidentified = unidentified();
    if (!unidentified.isEmpty()) lines.add("Requests that identified no sandbox, perhaps of another test:");
    unidentified.forEach(exchange -> addExchange(lines, exchange));
    Json.objects(sandbox.behaviour().get("verdicts")).forEach(verdict -> addVerdict(lines, verdict));
    String npx = Files.isExecutable(Emulator.INSTALLED) ? "npx --no-install " : "";
    if (exchanges.isEmpty()) lines.add("The client sent no request.");
    else lines.add("Look at it: " + npx + "id-emulator inspect " + keptBundle());
    return lines;
  }

  /** Requests that were refused: a client forgot its token, or has another one. The default sandbox has them. */
  private List<Map<String, Object>> unidentified() {
    return defaultSandbox.requests(Map.of("after", before)).stream()
        .filter(exchange -> !exchange.containsKey("clientId"))
        .filter(exchange -> exchange.get("status").equals(401L) || !exchange.containsKey("operation"))
        .collect(Collectors.toList());
  }

  private Path keptBundle() throws IOException {
    return Files.writeString(Files.createTempFile("id-emulator-", ".json"), Json.text(sandbox.bundle()));
  }

  private static void addExchange(List<String> lines, Map<String, Object> exchange) {
    String query = exchange.get("query").equals("") ? "" : "?" + exchange.get("query");
    StringBuilder line = new StringBuilder("#" + exchange.get("id") + " " + exchange.get("method") + " ");
    line.append(exchange.get("path")).append(query).append(" ").append(exchange.get("status"));
    Object ending = Json.object(exchange.get("response")).get("ending");
    if (ending != null) line.append("  response: ").append(ending);
    Json.objects(exchange.get("scenarios")).forEach(applied -> line.append("  [" + applied.get("scenario") + "]"));
    lines.add(line.toString());
    for (Object diagnostic : (List<?>) exchange.get("diagnostics")) lines.add("  " + diagnostic);
  }

  private static void addVerdict(List<String> lines, Map<String, Object> verdict) {
    Object kind = verdict.get("verdict");
    if (!kind.equals("fail") && !kind.equals("suspected")) return;
    String heading = kind.equals("fail") ? "Broken rule " : "Suspected rule ";
    lines.add(heading + verdict.get("rule") + ": " + verdict.get("title"));
    for (Map<String, Object> offence : Json.objects(verdict.get("offences")))
      lines.add("  " + offence.get("what") + " (exchanges " + offence.get("exchanges") + ")");
    if (verdict.containsKey("doubt")) lines.add("  not proven: " + verdict.get("doubt"));
    lines.add("  basis: " + verdict.get("basis"));
    if (verdict.containsKey("remedy")) lines.add("  remedy: " + verdict.get("remedy"));
  }

  /** What the client did. It is suppressed by the error of the test, and has no stack. */
  private static final class Explanation extends RuntimeException {
    private static final long serialVersionUID = 1;

    Explanation(String text) {
      super(text, null, false, false);
    }
  }
}
