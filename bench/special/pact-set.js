/** Pacts of ten interactions, and a server that gives every answer that they expect at once. */

import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Interactions of a pact. */
export const INTERACTIONS = 10;
const AUTHORIZED = { Authorization: 'Bearer any-token' };
const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

/** Writes so many pacts into a folder. */
export function writePacts(folder, pacts) {
  for (let file = 0; file < pacts; file++) {
    const interactions = Array.from({ length: INTERACTIONS }, (_, at) => interaction(file * INTERACTIONS + at));
    const pact = {
      consumer: { name: `consumer ${file}` },
      provider: { name: 'identity' },
      interactions,
      metadata: { pactSpecification: { version: '3.0.0' } },
    };
    writeFileSync(join(folder, `${String(file).padStart(2, '0')}.json`), JSON.stringify(pact));
  }
}

function interaction(number) {
  const party = `party::${number}`;
  const kinds = [
    {
      request: {
        method: 'GET',
        path: '/api/v1/institutions/me/users',
        query: { limit: ['5'], offset: [String(number)] },
      },
      response: {
        status: 200,
        headers: JSON_TYPE,
        body: { items: [{ id: 1, kycProvider: 'GOOGLE' }] },
        matchingRules: {
          body: {
            '$.items': { matchers: [{ match: 'type', min: 1 }] },
            '$.items[*].*': { matchers: [{ match: 'type' }] },
          },
        },
      },
    },
    {
      state: 'the institution is rate limited',
      request: { method: 'GET', path: '/api/v1/institutions/me/credentials', query: { offset: [String(number)] } },
      response: { status: 429 },
    },
    {
      state: `party ${party} has disclosed GOOGLE and GITHUB`,
      request: { method: 'GET', path: `/api/v1/institutions/me/human-scores/${party}` },
      response: { status: 200, headers: JSON_TYPE, body: { partyId: party } },
    },
    {
      state: `no party matches nobody-${number}`,
      request: {
        method: 'GET',
        path: '/api/v1/institutions/me/credentials/resolve',
        query: { q: [`nobody-${number}`] },
      },
      response: { status: 200, headers: JSON_TYPE, body: { credentials: [] } },
    },
  ];
  const { state, request, response } = kinds[number % kinds.length];
  return {
    description: `interaction ${number}`,
    ...(state !== undefined && { providerStates: [{ name: state }] }),
    request: { ...request, headers: AUTHORIZED },
    response,
  };
}

/** A server that knows the answers to so many pacts, and nothing else. */
export async function startAnswering(pacts) {
  const answers = new Map();
  for (let number = 0; number < pacts * INTERACTIONS; number++) {
    const { request, response } = interaction(number);
    const query = new URLSearchParams(Object.entries(request.query ?? {}).map(([name, [value]]) => [name, value]));
    answers.set(`${request.path}${query.size === 0 ? '' : `?${query}`}`, response);
  }
  const server = createServer({ keepAliveTimeout: 75_000 }, (req, res) => {
    const { status, headers = {}, body } = answers.get(decodeURIComponent(req.url)) ?? { status: 404 };
    res.writeHead(status, headers).end(body === undefined ? '' : JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
