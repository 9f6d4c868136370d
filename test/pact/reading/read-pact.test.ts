/** Pacts of every version are converted to one model: `read-pact.yaml`. */

import { expect, test } from 'vitest';
import { readPact } from '../../../src/pact/reading/read-pact.js';
import { filledEntries } from '../../filled-entries.js';
import { at } from '../../written-values.js';
import { pactV2, pactV3, pactV4, type Interaction } from '../pact-documents.js';

interface Written {
  /** Of the Pact specification. Default: 2. */
  readonly version?: 2 | 3 | 4;
  readonly interactions?: readonly Interaction[];
  /** The whole file, in place of interactions. */
  readonly text?: string;
  /** Some members of the first interaction, places where it has nothing, and all matching rules of its response. */
  readonly reads?: object;
  readonly lacks?: readonly string[];
  readonly rules?: object;
  /** The positions of all interactions, and all messages. */
  readonly indexes?: readonly number[];
  readonly messages?: readonly string[];
  /** A part of the error. */
  readonly refused?: string;
}

const WRITERS = { 2: pactV2, 3: pactV3, 4: pactV4 };
const cases = filledEntries<Written>(
  new URL('read-pact.yaml', import.meta.url),
  'version interactions text reads lacks rules indexes messages refused',
);

test.each(cases)('%s', (_, { version = 2, interactions = [], reads, lacks = [], rules, ...written }) => {
  const text = written.text ?? WRITERS[version](interactions);
  if (written.refused !== undefined) {
    expect(() => readPact('a.json', text)).toThrow(written.refused);
    return;
  }

  const pact = readPact('a.json', text);
  const [first] = pact.interactions;
  if (reads !== undefined) expect(first).toMatchObject(reads);
  for (const place of lacks) expect(at(first, place), place).toBeUndefined();
  if (rules !== undefined) expect(first!.response.matchingRules).toMatchObject(rules);
  if (written.indexes !== undefined) expect(pact.interactions.map(({ index }) => index)).toEqual(written.indexes);
  if (written.messages !== undefined) expect(pact.messages).toEqual(written.messages);
});
