'use strict';
const express = require('express');

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

class Upstream extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

function createGateway({ apiUrl, tokenUrl, clientId, clientSecret }) {
  let token;
  async function send(url, init, isSafe) {
    for (let attempt = 0; ; attempt += 1) {
      let wait = 200 * 2 ** attempt;
      let problem;
      try {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(2_000) });
        const text = await response.text();
        if (response.ok) return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
        const mayRepeat = response.status === 429 || (isSafe && response.status >= 500);
        if (!mayRepeat) return { status: response.status };
        const given = response.headers.get('retry-after');
        if (given !== null) wait = /^\d+$/.test(given) ? 1_000 * given : Date.parse(given) - Date.now() + 1_000;
        problem = new Upstream(`upstream answered ${response.status}`, response.status);
      } catch (error) {
        if (!isSafe) throw new Upstream(`upstream failed: ${error.message}`, 0);
        problem = new Upstream(`upstream failed: ${error.message}`, 0);
      }
      if (attempt === 3) throw problem;
      await sleep(Math.max(0, wait));
    }
  }
  function login() {
    token ??= send(
      tokenUrl,
      {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
        }),
      },
      true,
    ).then(({ status, body }) => {
      if (status !== 200) throw new Upstream('no token', status);
      return body.access_token;
    });
    token.catch(() => (token = undefined));
    return token;
  }
  return async function call(method, path, json) {
    for (let left = 1; ; left -= 1) {
      const own = login();
      const headers = { Authorization: `Bearer ${await own}`, ...(json && { 'Content-Type': 'application/json' }) };
      const init = { method, headers, ...(json && { body: JSON.stringify(json) }) };
      const result = await send(apiUrl + path, init, method === 'GET');
      if (result.status === 401 && token === own) token = undefined;
      if (result.status !== 401 || left === 0) return result;
    }
  };
}

exports.createApp = function createApp(service) {
  const call = createGateway(service);
  const app = express();
  app.use(express.json());
  app.get('/people/:party', async (req, res) => {
    const { status, body } = await call('GET', `/institutions/me/human-scores/${req.params.party}`);
    if (status === 404) return res.status(404).json({ error: 'unknown person' });
    if (status !== 200) throw new Upstream(`status ${status}`, status);
    return res.json({ score: body.humanScore.totalScore });
  });
  app.post('/links', async (req, res) => {
    const { status, body } = await call('POST', '/verification/generate-link', { contractId: req.body.contractId });
    if (status !== 200 && status !== 201) throw new Upstream(`status ${status}`, status);
    res.status(201).json({ url: body.verificationUrl });
  });
  app.use((error, _req, res, _next) => {
    res.status(502).json({ error: error.message });
  });
  return app;
};
