/** Mistake: Promise.allSettled, of which only the fulfilled promises are looked at. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox } from 'id-emulator/node-test';

class Reader {
  constructor(service) {
    this.service = service;
  }

  async open() {
    const { tokenUrl, clientId, clientSecret } = this.service;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const response = await fetch(tokenUrl, { method: 'POST', body, signal: AbortSignal.timeout(2_000) });
    if (!response.ok) throw new Error(`no access token: status ${response.status}`);
    this.token = (await response.json()).access_token;
    return this;
  }

  async score(partyId) {
    const url = `${this.service.apiUrl}/institutions/me/human-scores/${encodeURIComponent(partyId)}`;
    const response = await fetch(url, {
      headers: { Authorization: `Bearer ${this.token}` },
      signal: AbortSignal.timeout(2_000),
    });
    if (!response.ok) throw new Error(`${url}: status ${response.status}`);
    return (await response.json()).humanScore.totalScore;
  }

  async average(partyIds) {
    const results = await Promise.allSettled(partyIds.map((partyId) => this.score(partyId)));
    const scores = results.flatMap(({ status, value }) => (status === 'fulfilled' ? [value] : []));
    return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  }
}

test('averages scores', async (t) => {
  const sandbox = await openSandbox(t);
  const parties = sandbox.world.parties({}).items.filter(({ credentials }) => credentials.length > 0);
  const reader = await new Reader(sandbox).open();
  const average = await reader.average(parties.slice(0, 3).map(({ partyId }) => partyId));
  assert.ok(average >= 0);
});
