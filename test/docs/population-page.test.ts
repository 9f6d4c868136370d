/** The tables of `docs/population.md` are those of `src/emulator/domain/population/shares.json`. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  ACCOUNT_AGES,
  CREDENTIAL_AGES,
  LOCALES,
  MISSING,
  OTHER_EMAIL,
  OTHER_USERNAME,
  PARTIES,
  REGISTRATION_AGES,
  BLOCK_SIZE,
  VERIFIED_EMAIL,
  OUTCOMES,
  type RequestOutcome,
  type Spread,
} from '../../src/emulator/domain/population/shares.js';

const page = readFileSync(new URL('../../docs/population.md', import.meta.url), 'utf8');

const percent = (share: number): string => `${share.toFixed(1)} %`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The share of each value, among as many values as there are parties in the stated shares. */
function counted(head: string, values: readonly (string | number)[]): string {
  const distinct = [...new Set(values)];
  const rows = distinct.map((value) => {
    const share = (100 * values.filter((other) => other === value).length) / values.length;
    return [String(value), percent(share)];
  });
  return table([head, 'share'], rows);
}

const parties = PARTIES.flatMap(([count, user, outcomes]) => Array.from({ length: count }, () => ({ user, outcomes })));
const outcomes = parties.flatMap((party) => party.outcomes);
const credentialStates = outcomes.flatMap((outcome: RequestOutcome) => {
  const { credential, age } = OUTCOMES[outcome];
  const state = age === 'expired' ? 'expired' : credential;
  return [...(outcome === 'renewed' ? ['superseded'] : []), ...(state === undefined ? [] : [state])];
});
const spread = (rows: readonly Spread[]): string =>
  table(
    ['days', 'share'],
    rows.map(([share, from, to]) => [`${from} to ${to}`, percent(share)]),
  );

test.each([
  [
    'the statuses of users',
    counted(
      'status',
      parties.map(({ user }) => user),
    ),
  ],
  [
    'the number of data requests',
    counted(
      'data requests of a party',
      parties.map((party) => party.outcomes.length),
    ),
  ],
  [
    'the statuses of data requests',
    counted(
      'status',
      outcomes.map((outcome) => OUTCOMES[outcome].request),
    ),
  ],
  ['the states of credentials', counted('state', credentialStates)],
  ['the ages of valid credentials', spread(CREDENTIAL_AGES.valid)],
  ['the ages of expired credentials', spread(CREDENTIAL_AGES.expired)],
  ['the ages of accounts', spread(ACCOUNT_AGES)],
  ['registrations', spread(REGISTRATION_AGES.other)],
  [
    'languages',
    table(
      ['language', 'share'],
      Object.entries(LOCALES).map(([locale, share]) => [locale, percent(share)]),
    ),
  ],
  [
    'missing members',
    table(
      ['member', 'missing'],
      Object.entries(MISSING).map(([name, share]) => [`\`${name}\``, percent(share)]),
    ),
  ],
])('the page states the shares of the source: %s', (_, stated) => {
  expect(page).toContain(stated);
});

test('the page states how e-mails differ', () => {
  expect(page).toContain(
    `${OTHER_EMAIL} % of the credentials with an e-mail address have one that differs from the account's`,
  );
  expect(page).toContain(`${OTHER_USERNAME} % of those with a username have another username`);
  expect(page).toContain(`${VERIFIED_EMAIL} % of those that say whether it is verified say yes`);
  expect(page).toContain(`of ${BLOCK_SIZE} parties`);
});
