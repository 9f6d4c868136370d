/** A back end that tells a shop whether a customer is who they say. It answers 503 while the service is out of order. */
import { createServer } from 'node:http';

class Outage extends Error {}

export function createVerifier({ apiUrl, tokenUrl, clientId, clientSecret }) {
  let token;

  const login = () =>
    (token ??= attempt(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
    })
      .then(({ status, data }) => {
        if (status !== 200) throw new Outage(`no token: status ${status}`);
        return data.access_token;
      })
      .catch((error) => {
        token = undefined;
        throw error;
      }));

  async function get(path) {
    const first = await getOnce(path);
    return first.status === 401 ? await getOnce(path) : first;
  }

  async function getOnce(path) {
    const used = await login();
    const response = await attempt(apiUrl + path, { headers: { authorization: `Bearer ${used}` } });
    if (response.status === 401 && (await token) === used) token = undefined;
    return response;
  }

  async function verify(name) {
    const { status, data } = await get(`/institutions/me/credentials/resolve?${new URLSearchParams({ q: name })}`);
    if (status !== 200) throw new Outage(`status ${status}`);
    const [found] = data.credentials;
    if (found === undefined) return { known: false };
    const { status: code, data: list } = await get(`/institutions/me/credentials/${found.partyId}`);
    if (code !== 200 && code !== 404) throw new Outage(`status ${code}`);
    const fresh = (list ?? []).filter(({ freshness }) => freshness === 'FRESH' || freshness === 'MODERATE');
    return { known: true, fresh: fresh.length };
  }

  return createServer(async (request, response) => {
    const name = new URL(request.url, 'http://localhost').searchParams.get('name');
    try {
      const answer = await verify(name);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    } catch (error) {
      const isOutage = error instanceof Outage;
      response.writeHead(isOutage ? 503 : 500).end(isOutage ? 'try again later' : `${error}`);
    }
  });
}

/** Up to five attempts. Nothing but reads and token requests comes here. */
async function attempt(url, init, left = 4, pause = 120) {
  let wait = pause;
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(1_800) });
    const text = await response.text();
    const { status } = response;
    if (status === 200) return { status, data: JSON.parse(text) };
    if (status !== 429 && status < 500) return { status };
    const asked = response.headers.get('retry-after');
    if (asked !== null) wait = Number.isNaN(Number(asked)) ? Date.parse(asked) - Date.now() + 1_000 : 1_000 * asked;
    if (left === 0) throw new Outage(`status ${status}`);
  } catch (error) {
    if (left === 0 || error instanceof Outage) throw new Outage(error.message);
  }
  await new Promise((resolve) => setTimeout(resolve, Math.max(wait, 0)));
  return await attempt(url, init, left - 1, pause * 2);
}
