import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes verification links, and reads what has become of them. */
final class Links {
    record Answer(int status, String body, String retryAfter) {}

    static final class ServiceException extends Exception {
        ServiceException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private static final int ATTEMPTS = 4;
    private final String api;
    private String token;

    Links(String api) {
        this.api = api;
        // By itself, HttpURLConnection would send a POST again whose connection broke.
        System.setProperty("sun.net.http.retryPost", "false");
    }

    List<String> contracts(int count) throws ServiceException {
        return all(authorized("GET", "/institutions/me/credentials?limit=" + count, null), "contractId");
    }

    String make(String contract) throws ServiceException {
        String body = authorized("POST", "/verification/generate-link", "{\"contractId\":\"" + contract + "\"}");
        return all(body, "token").get(0);
    }

    /** The status of a link, or null if there is no such link. */
    String status(String link) throws ServiceException {
        Answer answer = send("GET", api + "/verification/check/" + link, null, null, true);
        if (answer.status == 404) return null;
        if (answer.status != 200) throw new ServiceException("check: status " + answer.status, null);
        return all(answer.body, "status").get(0);
    }

    private String authorized(String method, String path, String json) throws ServiceException {
        for (boolean isLast : new boolean[] {false, true}) {
            if (token == null) token = login();
            Answer answer = send(method, api + path, json, "Bearer " + token, method.equals("GET"));
            if (answer.status == 200) return answer.body;
            if (answer.status == 401) token = null;
            if (answer.status != 401 || isLast) throw new ServiceException(path + ": status " + answer.status, null);
        }
        throw new AssertionError();
    }

    private String login() throws ServiceException {
        String form = "grant_type=client_credentials&client_id=" + encoded("CLIENT_ID") + "&client_secret=" + encoded("CLIENT_SECRET");
        Answer answer = send("POST", System.getenv("ID_EMULATOR_TOKEN_URL"), form, null, true);
        if (answer.status != 200) throw new ServiceException("no access token: status " + answer.status, null);
        return all(answer.body, "access_token").get(0);
    }

    private Answer send(String method, String url, String body, String authorization, boolean isSafe) throws ServiceException {
        for (int attempt = 1; ; attempt++) {
            long pause = 60L << attempt;
            try {
                Answer answer = once(method, url, body, authorization);
                boolean again = answer.status == 429 || (answer.status >= 500 && isSafe);
                if (!again || attempt == ATTEMPTS) return answer;
                if (answer.retryAfter != null) pause = millis(answer.retryAfter);
            } catch (IOException error) {
                if (!isSafe || attempt == ATTEMPTS) throw new ServiceException(url + ": " + error, error);
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException error) {
                Thread.currentThread().interrupt();
                throw new ServiceException("interrupted", error);
            }
        }
    }

    private static Answer once(String method, String url, String body, String authorization) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection();
        connection.setRequestMethod(method);
        connection.setConnectTimeout(2_000);
        connection.setReadTimeout(2_000);
        if (authorization != null) connection.setRequestProperty("Authorization", authorization);
        if (body != null) {
            connection.setDoOutput(true);
            String type = body.startsWith("{") ? "application/json" : "application/x-www-form-urlencoded";
            connection.setRequestProperty("Content-Type", type);
            connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        }
        int status = connection.getResponseCode();
        try (InputStream stream = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            String text = stream == null ? "" : new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            if (status == 200 && !text.stripTrailing().endsWith("}")) throw new IOException("the body is cut off");
            return new Answer(status, text, connection.getHeaderField("Retry-After"));
        }
    }

    private static long millis(String retryAfter) {
        if (retryAfter.matches("\\d+")) return 1_000L * Long.parseLong(retryAfter);
        long date = java.time.ZonedDateTime.parse(retryAfter, java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME)
            .toInstant().toEpochMilli();
        return Math.max(0, date - System.currentTimeMillis() + 1_000);
    }

    private static List<String> all(String json, String member) throws ServiceException {
        List<String> values = new ArrayList<>();
        Matcher matcher = Pattern.compile("\"" + member + "\"\\s*:\\s*\"([^\"]*)\"").matcher(json);
        while (matcher.find()) values.add(matcher.group(1));
        if (values.isEmpty()) throw new ServiceException("no " + member + " in the response", null);
        return values;
    }

    private static String encoded(String name) {
        return URLEncoder.encode(System.getenv("ID_EMULATOR_" + name), StandardCharsets.UTF_8);
    }
}
