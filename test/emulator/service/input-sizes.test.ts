/** What a request may contain at its largest is answered, in a time that grows no faster than its size. */

import { expect, test } from 'vitest';
import { budget } from '../../budget.js';
import { startInstitution } from '../../institution.js';
import { slowPartsOf } from '../../../build/lint/linear-expressions.js';
import { shippedContract, controlContract } from '../../../src/start/shipped.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution());

/** Of a header or URL: Node.js takes 16 KiB of both together. */
const HEADER = 14_000;
/** Of a body. */
const BODY = 1_000_000;

const TEXTS: readonly ((length: number) => string)[] = [
  (length) => 'a'.repeat(length),
  (length) => ','.repeat(length),
  (length) => 'a,'.repeat(length / 2),
  (length) => 'a;b=1;'.repeat(length / 6),
  (length) => '"'.repeat(length),
  (length) => `a=${' '.repeat(length - 4)}"z`,
  (length) => '/'.repeat(length),
  (length) => 'eyJ-'.repeat(length / 4),
];

const HEADERS = [
  'Prefer',
  'Emulator-Scenario',
  'Emulator-Sandbox',
  'Authorization',
  'Content-Type',
  'Accept',
  'Cookie',
  'Referer',
];
const PARAMETERS = ['search', 'limit', 'orderBy', 'status', 'partyIds', 'unknown'];
const MEMBERS = ['requests', 'partyId', 'providers', 'unknown'];

type Send = (length: number) => Promise<Response>;

function inputs(): [name: string, limit: number, send: Send][] {
  const { apiUrl, tokenUrl } = institution.emulator;
  const users = `${apiUrl}/institutions/me/users`;
  const bearer = { Authorization: `Bearer ${institution.token}` };
  const post = (url: string, type: string, body: string) =>
    fetch(url, { method: 'POST', headers: { ...bearer, 'Content-Type': type }, body });
  return TEXTS.flatMap((text, at): [string, number, Send][] => [
    ...HEADERS.map((name): [string, number, Send] => [
      `header ${name}, text ${at}`,
      HEADER,
      (length) => fetch(users, { headers: { ...bearer, [name]: text(length) } }),
    ]),
    ...PARAMETERS.map((name): [string, number, Send] => [
      `parameter ${name}, text ${at}`,
      HEADER / 3,
      (length) => fetch(`${users}?${name}=${encodeURIComponent(text(length))}`, { headers: bearer }),
    ]),
    [
      `path, text ${at}`,
      HEADER / 3,
      (length) => fetch(`${users}/${encodeURIComponent(text(length))}`, { headers: bearer }),
    ],
    [
      `names, text ${at}`,
      HEADER / 3,
      (length) => fetch(`${users}?${encodeURIComponent(text(length)).replaceAll('a', '&a')}`),
    ],
    [
      `form, text ${at}`,
      BODY / 3,
      (length) => post(tokenUrl, 'application/x-www-form-urlencoded', `client_id=${encodeURIComponent(text(length))}`),
    ],
    ...MEMBERS.flatMap((name): [string, number, Send][] => [
      [
        `member ${name}, text ${at}`,
        BODY / 2,
        (length) =>
          post(
            `${apiUrl}/institutions/me/credentials/request`,
            'application/json',
            JSON.stringify({ [name]: text(length) }),
          ),
      ],
      [
        `member ${name}, list ${at}`,
        BODY / 8,
        (length) =>
          post(
            `${apiUrl}/verification/generate-links-batch`,
            'application/json',
            JSON.stringify({ [name]: text(length).split('') }),
          ),
      ],
    ]),
  ]);
}

test('every header, parameter and member is answered at its largest size', async () => {
  const all = inputs();
  const chosen = all.filter((_, at) => at % budget({ short: 5, long: 1 }) === 0);
  for (const [name, limit, send] of chosen) {
    const answer = await send(limit);
    await answer.arrayBuffer();
    expect([name, answer.status < 500]).toEqual([name, true]);
  }
}, 120_000);

test.runIf(budget({ short: 0, long: 1 }) === 1)(
  'twice the size takes at most three times as long',
  async () => {
    for (const [name, limit, send] of inputs()) {
      const cost = async (length: number) => {
        const before = process.cpuUsage();
        await (await send(length)).arrayBuffer();
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1_000;
      };
      await cost(limit);
      const half = Math.min(await cost(limit / 2), await cost(limit / 2), await cost(limit / 2));
      const whole = Math.min(await cost(limit), await cost(limit), await cost(limit));
      // Fixed costs hide in 50 ms.
      expect([name, whole <= 3 * half + 50]).toEqual([name, true]);
    }
  },
  600_000,
);

test('every pattern of the contracts is matched in linear time', () => {
  const patterns = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, value] of Object.entries(node)) {
      if (name === 'pattern' && typeof value === 'string') patterns.add(value);
      else visit(value);
    }
  };
  visit(shippedContract().document);
  visit(controlContract().document);
  expect(patterns.size).toBeGreaterThan(10);
  expect([...patterns].filter((pattern) => slowPartsOf(pattern, 'u').length > 0)).toEqual([]);
});

test('the lint rule finds an expression that goes back and forth', () => {
  expect(slowPartsOf(String.raw`=\s*"?([^",;]+?)"?\s*(?:$|[,;])`, 'i')).not.toEqual([]);
  expect(slowPartsOf(String.raw`\/+$`, '')).not.toEqual([]);
  expect(slowPartsOf(String.raw`(?<!\/)\/+$`, '')).toEqual([]);
});
