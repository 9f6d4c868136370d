/* poller watch <times>: makes a link for the first credential, and reads its status until it is final or <times> are over.
   poller check <link>: reads the status of a link once. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TRIES = 4, SIZE = 65536 };

static CURL *curl;
static char body[SIZE], token[4096];
static size_t length;

static size_t keep(char *data, size_t size, size_t count, void *unused) {
  size_t more = size * count, room = SIZE - 1 - length;
  (void)unused;
  if (more > room) more = room;
  memcpy(body + length, data, more);
  body[length += more] = '\0';
  return size * count;
}

/* Copies the string or number member `name`, wherever it first is. Returns 0 if it is not there. */
static int member(const char *name, char *into, size_t room) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":", name);
  const char *at = strstr(body, key);
  if (at == NULL) return 0;
  at += strlen(key);
  at += strspn(at, " \n");
  if (*at == '"') at++;
  size_t size = strcspn(at, "\",}\n");
  if (size == 0 || size >= room) return 0;
  memcpy(into, at, size);
  into[size] = '\0';
  return 1;
}

/* Sends a request, again if it may be. Returns the status, or 0 if there was no whole response. */
static long sendIt(const char *url, const char *form, const char *type, int isRepeatable) {
  for (int attempt = 0;; attempt++) {
    char header[4200];
    struct curl_slist *headers = curl_slist_append(NULL, type);
    snprintf(header, sizeof header, "Authorization: Bearer %s", token);
    if (*token != '\0') headers = curl_slist_append(headers, header);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, form == NULL ? CURLOPT_HTTPGET : CURLOPT_POST, 1L);
    if (form != NULL) curl_easy_setopt(curl, CURLOPT_COPYPOSTFIELDS, form);
    length = 0;
    body[0] = '\0';
    CURLcode code = curl_easy_perform(curl);
    curl_slist_free_all(headers);
    long status = 0;
    curl_off_t wait = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &wait);
    if (code != CURLE_OK) fprintf(stderr, "poller: %s: %s\n", url, curl_easy_strerror(code));
    int isRefused = code == CURLE_OK && status == 429;
    int isBroken = code != CURLE_OK || status >= 500;
    if (!(isRefused || (isBroken && isRepeatable)) || attempt == TRIES - 1) return code == CURLE_OK ? status : 0;
    if (wait > 0) sleep((unsigned)wait + 1);
    else usleep((useconds_t)(100000 << attempt));
  }
}

static void fail(const char *what, long status) {
  fprintf(stderr, "poller: %s: status %ld\n", what, status);
  exit(1);
}

static void login(void) {
  char form[1024];
  char *id = curl_easy_escape(curl, getenv("ID_EMULATOR_CLIENT_ID"), 0);
  char *secret = curl_easy_escape(curl, getenv("ID_EMULATOR_CLIENT_SECRET"), 0);
  snprintf(form, sizeof form, "grant_type=client_credentials&client_id=%s&client_secret=%s", id, secret);
  curl_free(id);
  curl_free(secret);
  token[0] = '\0';
  long status = sendIt(getenv("ID_EMULATOR_TOKEN_URL"), form, "Content-Type: application/x-www-form-urlencoded", 1);
  if (status != 200 || !member("access_token", token, sizeof token)) fail("no access token", status);
}

static long call(const char *path, const char *json) {
  char url[1024];
  snprintf(url, sizeof url, "%s%s", getenv("ID_EMULATOR_API_URL"), path);
  if (*token == '\0') login();
  long status = sendIt(url, json, "Content-Type: application/json", json == NULL);
  if (status != 401) return status;
  login();
  status = sendIt(url, json, "Content-Type: application/json", json == NULL);
  if (status == 401) token[0] = '\0';
  return status;
}

/* Prints the status of a link. A status that is not known is a status, too. */
static void check(const char *link, char *state, size_t room) {
  char url[1024];
  snprintf(url, sizeof url, "%s/verification/check/%s", getenv("ID_EMULATOR_API_URL"), link);
  token[0] = '\0';
  long status = sendIt(url, NULL, "Accept: application/json", 1);
  if (status == 404) {
    fprintf(stderr, "poller: no such link\n");
    exit(2);
  }
  if (status != 200 || !member("status", state, room)) fail("check", status);
}

static int isFinal(const char *state) {
  return strcmp(state, "revoked") == 0 || strcmp(state, "expired") == 0 || strcmp(state, "archived") == 0;
}

int main(int count, char **words) {
  char contract[512], json[600], link[1024], state[64] = "";
  if (count != 3) return 64;
  curl = curl_easy_init();
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, keep);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT, 2L);
  if (strcmp(words[1], "check") == 0) {
    check(words[2], state, sizeof state);
  } else {
    long status = call("/institutions/me/credentials?limit=1", NULL);
    if (status != 200 || !member("contractId", contract, sizeof contract)) fail("credentials", status);
    snprintf(json, sizeof json, "{\"contractId\":\"%s\"}", contract);
    status = call("/verification/generate-link", json);
    if (status != 200 || !member("token", link, sizeof link)) fail("link", status);
    for (int left = atoi(words[2]); left > 0 && !isFinal(state); left--) {
      check(link, state, sizeof state);
      if (left > 1) sleep(1);
    }
  }
  puts(state);
  curl_easy_cleanup(curl);
  return 0;
}
