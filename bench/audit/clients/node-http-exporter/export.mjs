/** Prints each credential of the institution as a line of JSON. Writes nothing if it cannot read all of them. */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const setting = (name) => process.env[`ID_EMULATOR_${name}`];
const session = { token: undefined };

function roundTrip(url, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const outgoing = http.request(url, { agent, method, headers }, (incoming) => {
      const chunks = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const { statusCode: status, headers: received } = incoming;
        try {
          const text = Buffer.concat(chunks).toString();
          resolve({ status, received, data: status === 200 ? JSON.parse(text) : undefined });
        } catch (error) {
          reject(error);
        }
      });
    });
    outgoing.setTimeout(2_000, () => outgoing.destroy(new Error('timed out')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function delayOf(received, attempt) {
  const after = received?.['retry-after'];
  if (after === undefined) return 90 * 2 ** attempt;
  return Math.max(0, /^\d+$/.test(after) ? after * 1_000 : new Date(after) - Date.now() + 1_000);
}

async function persist(url, options) {
  for (let attempt = 1; ; attempt += 1) {
    let received;
    try {
      const result = await roundTrip(url, options);
      if (result.status < 500 && result.status !== 429) return result;
      if (attempt === 5) throw new Error(`status ${result.status}`);
      received = result.received;
    } catch (error) {
      if (attempt === 5) throw new Error(`${url}: ${error.message}`, { cause: error });
    }
    await sleep(delayOf(received, attempt));
  }
}

async function authorized(path) {
  session.token ??= await login();
  const send = () => persist(setting('API_URL') + path, { headers: { Authorization: `Bearer ${session.token}` } });
  let result = await send();
  if (result.status === 401) {
    session.token = await login();
    result = await send();
  }
  if (result.status !== 200) throw new Error(`${path}: status ${result.status}`);
  return result.data;
}

async function login() {
  const identity = Buffer.from(
    `${encodeURIComponent(setting('CLIENT_ID'))}:${encodeURIComponent(setting('CLIENT_SECRET'))}`,
  );
  const { status, data } = await persist(setting('TOKEN_URL'), {
    method: 'POST',
    headers: {
      Authorization: `Basic ${identity.toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  if (status !== 200) throw new Error(`no access token: status ${status}`);
  return data.access_token;
}

async function main() {
  const all = new Map();
  let read = 0;
  for (let total = 1; read < total;) {
    const { items, pagination } = await authorized(`/institutions/me/credentials?limit=100&offset=${read}`);
    for (const item of items) all.set(item.contractId, item);
    if (items.length === 0) break;
    read += items.length;
    total = pagination.total;
  }
  for (const { contractId, provider, freshness = null } of all.values()) {
    console.log(JSON.stringify({ contractId, provider, freshness }));
  }
}

try {
  await main();
} catch (error) {
  console.error(`export: ${error.message}`);
  process.exitCode = 1;
} finally {
  agent.destroy();
}
