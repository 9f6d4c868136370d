/** `exec` with consumers in other languages, which know the emulator by their environment alone. Skipped where the language is not. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { budget } from '../budget.js';
import { spawnedEmulator } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';

/** Requests a token and the first users, and prints how many there are. Only with what the language brings. */
const PYTHON = `
import json, os, urllib.parse, urllib.request

form = {
    "grant_type": "client_credentials",
    "client_id": os.environ["ID_EMULATOR_CLIENT_ID"],
    "client_secret": os.environ["ID_EMULATOR_CLIENT_SECRET"],
}
with urllib.request.urlopen(os.environ["ID_EMULATOR_TOKEN_URL"], urllib.parse.urlencode(form).encode()) as response:
    token = json.load(response)["access_token"]
users = urllib.request.Request(os.environ["IDENTITY_URL"] + "/institutions/me/users", headers={"Authorization": "Bearer " + token})
with urllib.request.urlopen(users) as response:
    print(len(json.load(response)["items"]))
`;

const JAVA = `
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

class Consumer {
    public static void main(String[] arguments) throws Exception {
        var client = HttpClient.newHttpClient();
        var form = "grant_type=client_credentials&client_id=" + System.getenv("ID_EMULATOR_CLIENT_ID")
            + "&client_secret=" + System.getenv("ID_EMULATOR_CLIENT_SECRET");
        var login = HttpRequest.newBuilder(URI.create(System.getenv("ID_EMULATOR_TOKEN_URL")))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form)).build();
        var token = client.send(login, BodyHandlers.ofString()).body().replaceAll(".*\\"access_token\\":\\"([^\\"]+)\\".*", "$1");
        var users = HttpRequest.newBuilder(URI.create(System.getenv("IDENTITY_URL") + "/institutions/me/users"))
            .header("Authorization", "Bearer " + token).build();
        System.out.println(client.send(users, BodyHandlers.ofString()).body().split("\\"partyId\\"").length - 1);
    }
}
`;

const CONSUMERS = [
  { language: 'Python', file: 'consumer.py', text: PYTHON, command: 'python3' },
  // A JDK runs the source of a single file.
  { language: 'Java', file: 'Consumer.java', text: JAVA, command: 'java' },
];

describe.each(CONSUMERS)('a consumer in $language', ({ language, file, text, command }) => {
  const isInstalled = spawnSync(command, ['--version']).status === 0;
  if (!isInstalled) console.warn(`No ${command} here: the consumer in ${language} is not tested.`);

  // With TLS there is more that can go wrong.
  test.skipIf(!isInstalled).each(budget({ short: ['--tls'], long: ['plain HTTP', '--tls'] }))(
    'reads users beside exec with %s',
    async (protocol) => {
      await using folder = await temporaryFolder({ [file]: text });
      const flags = ['--judge', '--env', 'IDENTITY_URL={apiUrl}', ...(protocol === '--tls' ? ['--tls'] : [])];
      await using running = spawnedEmulator(['exec', ...flags, '--', command, join(folder.path, file)]);
      const { code, stdout, stderr } = await running.ended;
      expect(stdout, stderr).toBe('10\n');
      expect(code).toBe(0);
    },
  );
});
