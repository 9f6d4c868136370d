/** In every variant and revision, every response of every operation, errors included, matches the contract of that variant and revision. */

import { expect, test } from 'vitest';
import { REVISIONS, SPECIFICATION } from '../../../src/contract/contract.js';
import type { OperationId } from '../../../src/contract/operation.js';
import { responseViolations } from '../../../src/contract/response.js';
import { choicesText } from '../../../src/contract/variants/choose-variants.js';
import { NO_VARIANTS, type VariantChoices } from '../../../src/contract/variants/variant-point.js';
import { startEmulator } from '../../../src/index.js';
import { shippedContracts, shippedVariants } from '../../../src/start/shipped.js';
import { cast } from '../../cast.js';
import { type Call, cases, good, JSON_TYPE, type Provocation } from '../../emulator/service/operations/provocations.js';
import { variedSandbox, type VariedSandbox } from './varied-sandbox.js';
import { untilEnd } from '../../until-end.js';

const faults: Error[] = [];
const emulator = await untilEnd(startEmulator({ population: 20 }, { onInternalError: (error) => faults.push(error) }));

const contracts = shippedContracts();
/** Combines the first variants of all points, then the second ones, and so on, so that every variant occurs. */
const most = Math.max(...shippedVariants().map(({ others }) => others.length));
const combinations = Array.from({ length: most }, (_, at): VariantChoices =>
  Object.fromEntries(shippedVariants().map(({ point, others }) => [point, others[at % others.length]!.name])),
);

interface Walked {
  readonly id: OperationId;
  readonly call: Call;
  readonly provocation: Provocation;
}

/** Requests for successes, for every error, and for everything that a variant changes. */
function walk({ sandbox }: VariedSandbox): Walked[] {
  const contractId = cast('Ben').credentials[0]!.contractId;
  const form = (secret: string): string =>
    `grant_type=client_credentials&client_id=${sandbox.clientId}&client_secret=${secret}`;
  const calls: Readonly<Record<OperationId, Call>> = {
    ...good,
    issueToken: { ...good.issueToken, body: form(sandbox.clientSecret) },
    checkVerificationStatus: {
      ...good.checkVerificationStatus,
      path: `/api/v1/verification/check/${sandbox.verificationLink(contractId).token}`,
    },
  };
  const ids = Object.keys(good) as OperationId[];
  const expired = sandbox.verificationLink(contractId, { lifetime: 0 }).token;
  const failures = cases.map(({ id, provocation, status }): Walked => {
    const wrongSecret = id === 'issueToken' && status === 401 ? { body: form('wrong') } : {};
    const unknownLink =
      id === 'checkVerificationStatus' && status === 404 ? { path: '/api/v1/verification/check/none' } : {};
    return { id, call: calls[id], provocation: { ...provocation, ...wrongSecret, ...unknownLink } };
  });
  return [
    ...ids.map((id) => ({ id, call: calls[id], provocation: {} })),
    ...failures,
    {
      id: 'getCredentialByPartyId',
      call: { method: 'get', path: '/api/v1/institutions/me/credentials/nobody' },
      provocation: {},
    },
    {
      id: 'resolveCredentials',
      call: { method: 'get', path: '/api/v1/institutions/me/credentials/resolve?partyId=nobody' },
      provocation: {},
    },
    {
      id: 'checkVerificationStatus',
      call: { method: 'get', path: `/api/v1/verification/check/${expired}` },
      provocation: {},
    },
  ];
}

const contractsServed = [
  ...[NO_VARIANTS, ...combinations].map((variants) => ({ revision: SPECIFICATION, variants })),
  ...REVISIONS.flatMap((revision) => [NO_VARIANTS, combinations[0]!].map((variants) => ({ revision, variants }))),
];

test.each(contractsServed)('revision $revision, variants $variants', async ({ revision, variants }) => {
  faults.length = 0;
  const varied = variedSandbox(emulator, { revision, variants });
  const contract = contracts.in({ revision, variants });
  const seen = [];
  for (const { id, call, provocation } of walk(varied)) {
    const { method, path, type, body, scenario, token } = { ...call, ...provocation };
    const answer = await varied.send(path, {
      method: method.toUpperCase(),
      ...((token === 'none' || id === 'issueToken') && { token: undefined }),
      ...(body !== undefined && { body }),
      headers: {
        'Emulator-Sandbox': varied.sandbox.id,
        ...(body !== undefined && { 'Content-Type': type ?? JSON_TYPE }),
        ...(scenario !== undefined && { 'Emulator-Scenario': `${scenario};activation=${id}` }),
      },
    });
    const operation = contract.operations.get(id)!;
    const isText = operation.responses.get(answer.status)?.mediaType === 'text/plain';
    const given = isText ? answer.text : answer.json;
    const violations = responseViolations(operation, { ...answer, ...(answer.text !== '' && { body: given }) });
    expect([id, answer.status, answer.headers['emulator-variant'] ?? '', violations]).toEqual([
      id,
      answer.status,
      choicesText(variants),
      [],
    ]);
    seen.push(answer.status);
  }
  expect(seen.filter((status) => status < 300).length).toBeGreaterThan(0);
  // Only scenarios cause them.
  expect(seen.filter((status) => status === 500).length).toBe(Object.keys(good).length);
  expect(faults).toEqual([]);
});
