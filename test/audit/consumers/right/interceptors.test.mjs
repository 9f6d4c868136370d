/** A small HTTP library with interceptors before and after each request, in the way of axios and ky. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox } from 'id-emulator/node-test';
import { demandedPause, pause } from '../service.mjs';

class HttpError extends Error {
  constructor(status) {
    super(`Request failed with status code ${status}`);
    this.status = status;
  }
}

class Http {
  before = [];
  after = [];

  async request(config) {
    for (const hook of this.before) await hook(config);
    const { url, method = 'GET', headers = {}, body } = config;
    let response;
    try {
      const got = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(3_000) });
      response = { status: got.status, headers: got.headers, text: await got.text() };
    } catch (cause) {
      response = { status: 0, headers: new Headers(), text: '', cause };
    }
    for (const hook of this.after) response = await hook(response, config, this);
    if (response.status === 0) throw new Error(`Network Error: ${response.cause.message}`, { cause: response.cause });
    if (response.status >= 400) throw new HttpError(response.status);
    return response.text === '' ? undefined : JSON.parse(response.text);
  }
}

function retrying(response, config, http) {
  const { attempt = 1 } = config;
  const demanded = demandedPause(response.headers);
  const wasRefused = response.status === 429 || (response.status === 503 && demanded !== undefined);
  const isSafe = config.method === undefined || config.isToken;
  const failed = response.status === 0 || response.status >= 500;
  if (attempt === 5 || !(wasRefused || (failed && isSafe))) return response;
  return pause(demanded ?? 100 * 2 ** attempt).then(() => again(http, { ...config, attempt: attempt + 1 }));
}

/** The response, whatever its status, for an interceptor. */
async function again(http, config) {
  try {
    const body = await http.request(config);
    return { status: 200, headers: new Headers(), text: body === undefined ? '' : JSON.stringify(body) };
  } catch (error) {
    return { status: error.status ?? 0, headers: new Headers(), text: '', cause: error };
  }
}

function clientFor({ apiUrl, tokenUrl, clientId, clientSecret }) {
  let token;
  const tokens = new Http();
  tokens.after.push(retrying);
  const fetchToken = async () => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const { access_token: value } = await tokens.request({ url: tokenUrl, method: 'POST', body, isToken: true });
    return value;
  };
  const http = new Http();
  http.before.push(async (config) => {
    token ??= fetchToken();
    token.catch(() => (token = undefined));
    config.headers = { ...config.headers, Authorization: `Bearer ${await token}` };
  });
  http.after.push(retrying, (response, config) => {
    if (response.status !== 401 || config.renewed) return response;
    token = undefined;
    return again(http, { ...config, renewed: true });
  });
  const json = { 'Content-Type': 'application/json' };
  return {
    get: (path) => http.request({ url: apiUrl + path }),
    post: (path, value) =>
      http.request({ url: apiUrl + path, method: 'POST', headers: json, body: JSON.stringify(value) }),
  };
}

test('asks a person for credentials', async (t) => {
  const sandbox = await openSandbox(t);
  const [{ partyId }] = sandbox.world.parties({ search: 'ben.brook' }).items;
  await clientFor(sandbox).post('/institutions/me/credentials/request', { partyId, providers: ['GOOGLE'] });
});

test('makes a link', async (t) => {
  const sandbox = await openSandbox(t);
  const [{ credentials }] = sandbox.world.parties({ search: 'alice.archer' }).items;
  const link = await clientFor(sandbox).post('/verification/generate-link', { contractId: credentials[0].contractId });
  assert.ok(URL.canParse(link.verificationUrl));
});
