/**
 * Every pair of variants of different points serves each operation's usual calls, and every variant each example: what it
 * returns matches the contract in these variants, and nothing fails. A short run tries some of them, a long one all.
 */

import { expect, test } from 'vitest';
import { SPECIFICATION } from '../../src/contract/contract.js';
import type { Operation, OperationId } from '../../src/contract/operation.js';
import { responseViolations } from '../../src/contract/response.js';
import { startEmulator } from '../../src/index.js';
import { shippedContracts, variants } from '../../src/start/shipped.js';
import { budget } from '../budget.js';
import { cast } from '../cast.js';
import {
  variedSandbox,
  type SeenResponse,
  type Sent,
  type VariedSandbox,
} from '../contract/variants/varied-sandbox.js';
import { untilEnd } from '../until-end.js';

const faults: Error[] = [];
const emulator = await untilEnd(startEmulator({ population: 20 }, { onInternalError: (error) => faults.push(error) }));

const ALL = variants();
const PAIRS = ALL.flatMap((one, at) =>
  ALL.slice(at + 1)
    .filter(({ point }) => point !== one.point)
    .map((other) => ({ title: `${one.title}, ${other.title}`, choices: { ...one.variants, ...other.variants } })),
);
/** Coprime to the number of pairs, so that a short run tries pairs of many points. */
const STRIDE = 211;
const TRIED = budget({ short: PAIRS.filter((_, at) => at % STRIDE === 0), long: PAIRS });

const [ben, ravi] = [cast('Ben'), cast('Ravi')];
const contractIds = [ben, ravi].map(({ credentials: [credential] }) => credential!.contractId);
const LINK = { json: { contractId: contractIds[0] } };

interface UsualCall {
  readonly id: OperationId;
  readonly path: string;
  readonly sent?: Sent;
}

/** Each operation with what most clients send: a success, an empty result, a refusal. */
function usualCalls({ sandbox }: VariedSandbox): UsualCall[] {
  const { clientId, clientSecret } = sandbox;
  const form = { grant_type: 'client_credentials' };
  const token = (sent: Sent): UsualCall => ({
    id: 'issueToken',
    path: '/oauth/token',
    sent: { token: undefined, ...sent },
  });
  const basic = (secret: string): Sent => ({
    form,
    headers: { Authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
  });
  const check = (link: string): UsualCall => ({
    id: 'checkVerificationStatus',
    path: `verification/check/${link}`,
    sent: { token: undefined, headers: { 'Emulator-Sandbox': sandbox.id, Origin: 'https://shop.example' } },
  });
  const at = (id: OperationId, path: string): UsualCall => ({ id, path: `institutions/me/${path}` });
  const stranger = { token: undefined, headers: { 'Emulator-Sandbox': sandbox.id } };
  return [
    token({ form: { ...form, client_id: clientId, client_secret: clientSecret } }),
    token({ form: { ...form, client_id: clientId, client_secret: 'wrong' } }),
    token(basic(clientSecret)),
    token(basic('wrong')),
    at('getUsers', 'users?orderBy=email&search=ben'),
    at('getUsers', 'users?limit=200&status=&status=x'),
    at('getHumanScores', 'human-scores?offset=3'),
    at('getHumanScores', `human-scores?partyIds=${ben.partyId},${ravi.partyId},`),
    at('getHumanScoreByPartyId', `human-scores/${ravi.partyId}`),
    at('getHumanScoreByPartyId', 'human-scores/nobody'),
    at('getCredentials', 'credentials?limit=20'),
    at('getCredentialByPartyId', `credentials/${ravi.partyId}`),
    at('getCredentialByPartyId', 'credentials/nobody'),
    at('resolveCredentials', 'credentials/resolve?q=benbrook&partyId='),
    at('resolveCredentials', 'credentials/resolve?q=nobody'),
    ...[1, 2].map(() => ({
      id: 'createCredentialsRequest' as const,
      path: 'institutions/me/credentials/request',
      sent: { json: { partyId: ben.partyId, providers: ['REDDIT'] } },
    })),
    { id: 'generateVerificationLink', path: 'verification/generate-link', sent: LINK },
    { id: 'generateVerificationLink', path: 'verification/generate-link', sent: { ...LINK, ...stranger } },
    {
      id: 'generateVerificationLink',
      path: 'verification/generate-link',
      sent: { json: { contractId: contractIds[1] } },
    },
    ...[[], [...contractIds, contractIds[0], ''].map((contractId) => ({ contractId })), [5, LINK.json]].map(
      (requests) => ({
        id: 'generateVerificationLinksBatch' as const,
        path: 'verification/generate-links-batch',
        sent: { json: { requests } },
      }),
    ),
    check(sandbox.verificationLink(contractIds[1]!).token),
    check(sandbox.verificationLink(contractIds[0]!, { lifetime: 0 }).token),
  ];
}

/** What is not on contract, and what has failed inside. */
function mistakesIn(answer: SeenResponse, operation: Operation): string[] {
  const isText = operation.responses.get(answer.status)?.mediaType === 'text/plain';
  const body = answer.text === '' ? {} : { body: isText ? answer.text : answer.json };
  const violations = responseViolations(operation, { ...answer, ...body });
  return [...violations.map((violation) => JSON.stringify(violation)), ...faults.splice(0).map(String)];
}

test('there is every pair of two variants of different points', () => {
  expect(PAIRS.length).toBeGreaterThan((ALL.length * (ALL.length - 10)) / 2);
});

test(`usual calls in ${TRIED.length} pairs of variants match the contract`, { timeout: 3_600_000 }, async () => {
  const contracts = shippedContracts();
  const mistakes: string[] = [];
  for (const { title, choices } of TRIED) {
    const varied = variedSandbox(emulator, { variants: choices });
    const contract = contracts.in({ revision: SPECIFICATION, variants: choices });
    for (const { id, path, sent } of usualCalls(varied)) {
      const answer = await varied.send(path, sent);
      const found = mistakesIn(answer, contract.operations.get(id)!);
      const usesBasic = sent?.headers?.['Authorization']?.startsWith('Basic') === true;
      if (answer.status >= 500) found.push(`status ${answer.status}`);
      if (usesBasic && answer.status >= 400)
        found.push(
          ...(answer.status === 401 && answer.headers['www-authenticate'] === 'Basic realm="institution"'
            ? []
            : ['no challenge']),
        );
      mistakes.push(...found.map((mistake) => `${title}: ${id} ${path}: ${mistake}`));
    }
    varied.sandbox.remove();
  }
  expect(mistakes).toEqual([]);
});

const SHOWN = budget({ short: ALL.filter(({ point }) => point === 'error-codes'), long: ALL });

test(
  `every example of the contract has the form of each of ${SHOWN.length} variants`,
  { timeout: 3_600_000 },
  async () => {
    const contracts = shippedContracts();
    const mistakes: string[] = [];
    for (const { title, variants: choices } of SHOWN) {
      const varied = variedSandbox(emulator, { variants: choices });
      const contract = contracts.in({ revision: SPECIFICATION, variants: choices });
      for (const { id, path, sent } of usualCalls(varied)) {
        const operation = contract.operations.get(id)!;
        for (const [status, { examples }] of operation.responses)
          for (const example of examples.keys()) {
            const preferred = { Prefer: `code=${status}, example="${example}"` };
            const answer = await varied.send(path, { ...sent, headers: { ...sent?.headers, ...preferred } });
            const found = answer.headers['preference-applied'] === undefined ? [] : mistakesIn(answer, operation);
            mistakes.push(...found.map((mistake) => `${title}: ${id} ${preferred.Prefer}: ${mistake}`));
          }
      }
      varied.sandbox.remove();
    }
    expect(mistakes).toEqual([]);
  },
);
