import com.google.api.client.auth.oauth2.ClientCredentialsTokenRequest;
import com.google.api.client.auth.oauth2.ClientParametersAuthentication;
import com.google.api.client.auth.oauth2.TokenResponse;
import com.google.api.client.http.ByteArrayContent;
import com.google.api.client.http.GenericUrl;
import com.google.api.client.http.HttpBackOffIOExceptionHandler;
import com.google.api.client.http.HttpBackOffUnsuccessfulResponseHandler;
import com.google.api.client.http.HttpContent;
import com.google.api.client.http.HttpRequest;
import com.google.api.client.http.javanet.NetHttpTransport;
import com.google.api.client.json.gson.GsonFactory;
import com.google.api.client.util.ExponentialBackOff;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;

/** The token request, and requests with exponential backoff, as the guides of both libraries show them. */
final class Client {
  private static final NetHttpTransport TRANSPORT = new NetHttpTransport();
  private final String apiUrl;
  private final ClientCredentialsTokenRequest login;
  private TokenResponse token;
  private long expires;

  Client(String apiUrl, String tokenUrl, String id, String secret) {
    this.apiUrl = apiUrl;
    login = new ClientCredentialsTokenRequest(TRANSPORT, GsonFactory.getDefaultInstance(), new GenericUrl(tokenUrl))
        .setClientAuthentication(new ClientParametersAuthentication(id, secret));
  }

  private synchronized String token() throws IOException {
    if (token == null || System.currentTimeMillis() > expires) {
      token = login.execute();
      expires = System.currentTimeMillis() + 900 * token.getExpiresInSeconds();
    }
    return token.getAccessToken();
  }

  JsonObject get(String path) throws IOException {
    return send("GET", path, null);
  }

  JsonObject post(String path, JsonObject body) throws IOException {
    return send("POST", path, ByteArrayContent.fromString("application/json", body.toString()));
  }

  private JsonObject send(String method, String path, HttpContent content) throws IOException {
    HttpRequest request = TRANSPORT.createRequestFactory().buildRequest(method, new GenericUrl(apiUrl + path), content);
    request.getHeaders().setAuthorization("Bearer " + token());
    request.setReadTimeout(3_000);
    request.setUnsuccessfulResponseHandler(new HttpBackOffUnsuccessfulResponseHandler(new ExponentialBackOff()));
    request.setIOExceptionHandler(new HttpBackOffIOExceptionHandler(new ExponentialBackOff()));
    return JsonParser.parseString(request.execute().parseAsString()).getAsJsonObject();
  }
}
