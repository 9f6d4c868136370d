import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Prints how many users there are, and checks a link. */
public class Report {
    private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(Duration.ofSeconds(2)).build();
    private static String token;

    public static void main(String[] arguments) throws Exception {
        String users = get("/institutions/me/users?limit=3");
        System.out.println("users: " + find(users, "\"total\"\\s*:\\s*(\\d+)"));
        String scores = get("/institutions/me/human-scores?limit=3");
        System.out.println("scores: " + find(scores, "\"total\"\\s*:\\s*(\\d+)"));
    }

    static String get(String path) throws Exception {
        for (int left = 1; ; left--) {
            if (token == null) token = login();
            HttpResponse<String> response = send(HttpRequest.newBuilder(URI.create(env("API_URL") + path))
                .header("Authorization", "Bearer " + token).timeout(Duration.ofSeconds(2)).build());
            if (response.statusCode() == 200) return response.body();
            token = null;
            if (response.statusCode() != 401 || left == 0)
                throw new IOException(path + ": status " + response.statusCode());
        }
    }

    static String login() throws Exception {
        String form = "grant_type=client_credentials&client_id=" + encoded(env("CLIENT_ID"))
            + "&client_secret=" + encoded(env("CLIENT_SECRET"));
        HttpResponse<String> response = send(HttpRequest.newBuilder(URI.create(env("TOKEN_URL")))
            .header("Content-Type", "application/x-www-form-urlencoded").timeout(Duration.ofSeconds(2))
            .POST(HttpRequest.BodyPublishers.ofString(form)).build());
        if (response.statusCode() != 200) throw new IOException("login: status " + response.statusCode());
        return find(response.body(), "\"access_token\"\\s*:\\s*\"([^\"]+)\"");
    }

    static HttpResponse<String> send(HttpRequest request) throws Exception {
        for (int attempt = 1; ; attempt++) {
            long pause = 150L << attempt;
            try {
                HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
                if (response.statusCode() != 429 && response.statusCode() < 500) return response;
                if (attempt == 4) return response;
                String given = response.headers().firstValue("Retry-After").orElse(null);
                if (given != null) pause = given.matches("\\d+") ? 1000L * Long.parseLong(given)
                    : 1000 + Duration.between(Instant.now(),
                        ZonedDateTime.parse(given, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant()).toMillis();
            } catch (IOException error) {
                if (attempt == 4) throw error;
            }
            Thread.sleep(Math.max(0, pause));
        }
    }

    static String find(String text, String pattern) throws IOException {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) throw new IOException("no " + pattern + " in the response");
        return matcher.group(1);
    }

    static String env(String name) {
        return System.getenv("ID_EMULATOR_" + name);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
