/** Every variant of every point shows in a response. */

import { expect, test } from 'vitest';
import { namesAt } from '../../../src/contract/variants/choose-variants.js';
import { startEmulator } from '../../../src/index.js';
import { shippedVariants } from '../../../src/start/shipped.js';
import { cast } from '../../cast.js';
import { fetchedBy, sandboxesOf, testExchanges, type Acts } from '../../exchanges.js';
import { at } from '../../written-values.js';
import { untilEnd } from '../../until-end.js';
import { claimsOf } from '../../emulator/control/controlled-emulator.js';

const SECRET = 'a+b';

const emulator = await untilEnd(startEmulator({ now: '2026-01-31T09:00:00Z' }, { onInternalError: failLoudly }));
const open = sandboxesOf(emulator);

const acts: Acts = {
  repeated: (_, ids = '') => new Set(ids.split(',')).size < ids.split(',').length,
  includes: (_, ids = '', id = '') => ids.split(',').includes(id),
  falling: (_, times = '') => times === times.split(',').toSorted().toReversed().join(','),
  positive: (_, number) => Number(number) > 0,
  scope: (_, token) => token && claimsOf(token).scope,
  identified: async (sender, query) => {
    const items = at((await fetchedBy(sender, `users?${query}`)).json, 'items') as object[];
    return items.some((item) => 'fullName' in item || 'email' in item);
  },
  finds: async (sender, term) => {
    const { json } = await fetchedBy(sender, `users?search=${term}`);
    return (at(json, 'items.*.fullName') as string[]).includes('Ben Brook');
  },
  data: async (sender, contractId) => {
    const link = await fetchedBy(sender, 'control/verification-links', { contractId });
    const data = at(
      (await fetchedBy(sender, `verification/check/${at(link.json, 'token') as string}`)).json,
      'credentialData',
    );
    return data === null ? 'withheld' : Object.keys(data as object).length;
  },
  /** The sum of the parts of a score is the whole, whose fraction this is. */
  fraction: (_, score = '') => {
    const { totalScore, breakdown } = JSON.parse(score) as { totalScore: number; breakdown: Record<string, number> };
    expect(Object.values(breakdown).reduce((sum, part) => sum + part, 0)).toBe(totalScore);
    return totalScore % 1;
  },
};

const names = testExchanges(
  new URL('every-variant.yaml', import.meta.url),
  async (_, name) => {
    const [point = '', variant] = name.split('=');
    const sender = await open({ variants: { [point]: variant! }, clientSecret: SECRET });
    const basic = (secret: string) =>
      Buffer.from(`${sender.values!['clientId'] as string}:${secret}`).toString('base64');
    const BEN = cast('Ben').partyId.toUpperCase();
    const own = { BEN, plain: basic(SECRET), encoded: basic(encodeURIComponent(SECRET)) };
    return { ...sender, values: { ...sender.values, ...own } };
  },
  acts,
);

test('there are at least twelve points, and each of their variants is tested', () => {
  expect(shippedVariants().length).toBeGreaterThanOrEqual(12);
  const shipped = shippedVariants().flatMap((point) => namesAt(point).map((name) => `${point.point}=${name}`));
  expect(names.toSorted()).toEqual(shipped.toSorted());
});

function failLoudly(error: Error): never {
  throw error;
}
