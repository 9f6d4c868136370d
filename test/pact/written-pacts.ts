/** Parses pacts that consumers' tests write, as the verification does. */

import type { PactFile } from '../../src/pact/pact-file.js';
import { readPact } from '../../src/pact/reading/read-pact.js';
import { AUTHORIZED, pactV2, pactV3, pactV4, type Interaction } from './pact-documents.js';

const WRITERS = { '2.0.0': pactV2, '3.0.0': pactV3, '4.0': pactV4 };

/** A pact in a version of the Pact specification. */
export function writtenPact(version: keyof typeof WRITERS, ...interactions: readonly Interaction[]): PactFile {
  return readPact('reporting-identity.json', WRITERS[version](interactions));
}

/** A pact of version 3 with a request for the users list and the expected response. */
export function usersPact(response: object, request: object = {}): PactFile {
  return writtenPact('3.0.0', {
    request: { method: 'GET', path: '/api/v1/institutions/me/users', headers: AUTHORIZED, ...request },
    response: { status: 200, ...response },
  });
}
