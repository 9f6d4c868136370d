package idemulator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** JSON as maps, lists, text, numbers, truth values and null. It reads what the emulator writes, which is valid. */
final class Json {
  private static final Map<Character, Character> ESCAPES =
      Map.of('n', '\n', 't', '\t', 'r', '\r', 'b', '\b', 'f', '\f');
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Object parse(String text) {
    return new Json(text).value();
  }

  static String text(Object value) {
    if (value instanceof Map)
      return ((Map<?, ?>) value).entrySet().stream()
          .map(entry -> text(entry.getKey()) + ":" + text(entry.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    if (value instanceof Iterable) {
      List<String> items = new ArrayList<>();
      for (Object item : (Iterable<?>) value) items.add(text(item));
      return "[" + String.join(",", items) + "]";
    }
    return value instanceof String ? quoted((String) value) : String.valueOf(value);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char character : text.toCharArray()) {
      boolean isPlain = character >= ' ' && character != '"' && character != '\\';
      quoted.append(isPlain ? String.valueOf(character) : String.format("\\u%04x", (int) character));
    }
    return quoted.append('"').toString();
  }

  private Object value() {
    char first = next();
    if (first == '{') return members();
    if (first == '[') return items();
    if (first == '"') return string();
    int start = at;
    while (at < text.length() && ",]} \n".indexOf(text.charAt(at)) == -1) at++;
    String word = text.substring(start, at);
    if (word.equals("null")) return null;
    if (word.equals("true") || word.equals("false")) return Boolean.valueOf(word);
    if (word.matches("-?[0-9]+")) return Long.valueOf(word);
    return Double.valueOf(word);
  }

  private Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    for (at++; next() != '}'; skip(',')) {
      String name = string();
      next();
      at++;
      members.put(name, value());
    }
    at++;
    return members;
  }

  private List<Object> items() {
    List<Object> items = new ArrayList<>();
    for (at++; next() != ']'; skip(',')) items.add(value());
    at++;
    return items;
  }

  private String string() {
    StringBuilder string = new StringBuilder();
    for (at++; text.charAt(at) != '"'; at++) {
      char character = text.charAt(at);
      string.append(character == '\\' ? escaped() : character);
    }
    at++;
    return string.toString();
  }

  private char escaped() {
    char letter = text.charAt(++at);
    if (letter != 'u') return ESCAPES.getOrDefault(letter, letter);
    at += 4;
    return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
  }

  /** The next character that is no blank. */
  private char next() {
    while (Character.isWhitespace(text.charAt(at))) at++;
    return text.charAt(at);
  }

  private void skip(char character) {
    if (next() == character) at++;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked")
  static List<Map<String, Object>> objects(Object value) {
    return (List<Map<String, Object>>) value;
  }
}
