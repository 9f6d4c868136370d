import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** One call asks again after 429, the other does not. */
public class Users {
  static final HttpClient HTTP = HttpClient.newHttpClient();

  public static void main(String[] arguments) throws Exception {
    String form = "grant_type=client_credentials&client_id=" + System.getenv("ID_EMULATOR_CLIENT_ID")
        + "&client_secret=" + System.getenv("ID_EMULATOR_CLIENT_SECRET");
    HttpRequest tokenRequest = HttpRequest.newBuilder(URI.create(System.getenv("ID_EMULATOR_TOKEN_URL")))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(form)).build();
    String token = send(tokenRequest, true).replaceAll("(?s).*\"access_token\":\"([^\"]*)\".*", "$1");
    HttpRequest users = HttpRequest.newBuilder(URI.create(System.getenv("ID_EMULATOR_API_URL") + "/institutions/me/users"))
        .header("Authorization", "Bearer " + token).build();
    send(users, false);
    send(users, true);
  }

  static String send(HttpRequest request, boolean mayAskAgain) throws Exception {
    while (true) {
      HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() == 200) return response.body();
      if (response.statusCode() != 429 || !mayAskAgain)
        throw new java.io.IOException("the service returned " + response.statusCode());
      Thread.sleep(1000 * Long.parseLong(response.headers().firstValue("Retry-After").orElse("1")));
    }
  }
}
