/** The same two hundred tests against handlers of MSW, which know one answer for each path, and check nothing. */

import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { readScores } from './calls.js';

const URL = 'http://identity.test';
const PARTIES = Array.from({ length: 60 }, (_, at) => `party::${at}`);
const scoreOf = (partyId) => ({
  partyId,
  humanScore: { totalScore: 60, details: {} },
  calculatedAt: '2026-05-01T00:00:00Z',
});
const server = setupServer(
  http.post(`${URL}/oauth/token`, () => HttpResponse.json({ access_token: 'token', expires_in: 3_600 })),
  http.get(`${URL}/api/v1/institutions/me/human-scores`, ({ request }) => {
    const { searchParams } = new globalThis.URL(request.url);
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
    const items = PARTIES.slice(offset, offset + limit).map(scoreOf);
    return HttpResponse.json({ items, pagination: { total: PARTIES.length, limit, offset } });
  }),
  http.get(`${URL}/api/v1/institutions/me/human-scores/:partyId`, ({ params: { partyId } }) =>
    PARTIES.includes(partyId)
      ? HttpResponse.json(scoreOf(partyId))
      : HttpResponse.json({ error: 'not found' }, { status: 404 }),
  ),
);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

test.for(Array.from({ length: 200 }, (_, at) => at))('reads scores, %i', async (at) => {
  await readScores(URL, { clientId: 'client', clientSecret: 'secret' }, at % 20);
});
