/** The comparator of pacts reads headers by a class of our own: it has to say what that of Fetch would say. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeadersOfPact } from '../../../src/verify/compare/headers-of-pact.js';

const names = fc.oneof(
  fc.constantFrom('Accept', 'accept', 'Content-Type', 'X-B', 'x-a'),
  // Fetch of Node.js loses a header of this name.
  fc.stringMatching(/^[\w.!-]{1,9}$/).filter((name) => name !== '__proto__'),
);
const values = fc.stringMatching(/^[\t\x20-\x7e\xa0-\xff]{0,12}$/);

test('headers of a pact are read as Fetch reads them', () => {
  fc.assert(
    fc.property(fc.dictionary(names, values), names, (headers, name) => {
      const [own, standard] = [new HeadersOfPact(headers), new Headers(headers)];
      expect([...own.entries()]).toEqual([...standard.entries()]);
      expect(own.get(name)).toBe(standard.get(name));
      own.delete(name);
      standard.delete(name);
      expect(own.has(name)).toBe(standard.has(name));
      expect([...own]).toEqual([...standard]);
    }),
    { numRuns: 200, seed: 20_261_123 },
  );
});

test('a pact without headers has none', () => {
  expect([...new HeadersOfPact()]).toEqual([]);
});
