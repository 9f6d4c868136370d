/** Pacts as consumers' tests write them, read as the verification reads them. */

import type { PactFile } from '../../src/pact/pact-file.js';
import { pactReader } from '../../src/pact/reading/read-pact.js';

const read = pactReader();

/** A pact in version 2, 3 or 4 of the Pact specification; the interactions are raw. */
export function writtenPact(version: '2.0.0' | '3.0.0' | '4.0', ...interactions: readonly object[]): PactFile {
  const pact = {
    consumer: { name: 'back-office' },
    provider: { name: 'id-service' },
    interactions: interactions.map((interaction) => ({ description: 'a request', ...(version === '4.0' && { type: 'Synchronous/HTTP' }), ...interaction })),
    metadata: { pactSpecification: { version } },
  };
  return read('back-office-id-service.json', JSON.stringify(pact));
}

export const TOKEN = { Authorization: 'Bearer a-token' };

/** A request for the users list, and the answer that is expected, as version 3 writes both. */
export function usersPact(response: object, request: object = {}): PactFile {
  return writtenPact('3.0.0', { request: { method: 'GET', path: '/api/v1/institutions/me/users', headers: TOKEN, ...request }, response: { status: 200, ...response } });
}
