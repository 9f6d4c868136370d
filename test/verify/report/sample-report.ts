/** A report that has everything in it, most of it hostile. */

import { coverageOf } from '../../../src/verify/coverage/contract-coverage.js';
import type { InteractionReport, VerificationReport } from '../../../src/verify/report/verification-report.js';
import { shippedContract, shippedScenarios } from '../../../src/start/shipped.js';
import { AUTHORIZED } from '../../pact/pact-documents.js';
import { usersPact, writtenPact } from '../../pact/written-pacts.js';

/** What a pact may have in a description. */
export const HOSTILE = `</title><script>alert("1")</script><img src=x onerror='alert(1)'> & \u0000\u202E\uD800`;

const PASSED: InteractionReport = {
  pointer: '/interactions/0',
  description: 'a request for the first page of users',
  states: ['3 users exist'],
  outcome: 'passed',
  request: { method: 'GET', path: '/api/v1/institutions/me/users' },
  expectedStatus: 200,
  operation: 'getUsers',
  answer: { status: 200, body: '{"items":[],"pagination":{"offset":0,"limit":10,"total":0}}', diagnostics: [] },
  failures: [],
  warnings: [
    {
      message: 'The contract has no "page", so the service ignores it (valid are offset, limit).',
      where: 'request query page',
      actual: '"1"',
    },
  ],
  remedies: [],
  restsOn: ['getUsers.orderBy.default', 'unknown.point'],
  seconds: 0.25,
  adaptations: ['an access token in place of "Bearer token"', 'path completed with /api/v1'],
};

const FAILED: InteractionReport = {
  pointer: '/interactions/1',
  description: HOSTILE,
  states: [HOSTILE, 'the access token has expired'],
  outcome: 'failed',
  request: { method: 'GET', path: `/api/v1/${HOSTILE}` },
  expectedStatus: 200,
  answer: { status: 404, body: HOSTILE.repeat(100), diagnostics: ['no operation has this path', HOSTILE] },
  failures: [
    { kind: 'answer', message: 'The status is another.', where: 'response status', expected: '200', actual: '404' },
    { kind: 'contract', message: HOSTILE, where: HOSTILE, expected: HOSTILE, actual: HOSTILE },
  ],
  warnings: [],
  remedies: [HOSTILE, 'state "a party with credentials from GOOGLE exists"'],
  restsOn: [],
  seconds: 0.25,
  adaptations: [],
};

const PENDING: InteractionReport = {
  ...PASSED,
  pointer: '/interactions/2',
  description: 'a request that is still being worked on',
  outcome: 'pending',
  failures: [
    { kind: 'state', message: 'No provider state is called "a unicorn exists"; did you mean "a party exists"?' },
  ],
  warnings: [],
};

export function sampleReport(): VerificationReport {
  const pacts = [
    usersPact({ body: { items: [{ kycStatus: 'APPROVED' }] } }, { query: { limit: ['5'] } }),
    usersPact({ status: 401 }),
    writtenPact('3.0.0', {
      request: {
        method: 'POST',
        path: '/api/v1/verification/generate-link',
        headers: AUTHORIZED,
        body: { contractId: '00' },
      },
      response: { status: 200 },
    }),
  ];
  return {
    verdict: 'failed',
    proves: 'That consumer and emulator agree on every interaction that passed.',
    doesNotProve: 'That the real service answers in the same way.',
    emulator: { version: '0.1.0', contract: '1.0.0', revision: 'specification', variants: {} },
    pacts: [
      {
        source: 'pacts/back-office-id-service.json',
        consumer: 'back-office',
        provider: 'id-service',
        specification: '3.0.0',
        interactions: [PASSED, FAILED, PENDING],
      },
      { source: 'pacts/empty.json', consumer: HOSTILE, provider: HOSTILE, specification: '2.0.0', interactions: [] },
    ],
    problems: [{ source: 'pacts/broken.json', message: `3:7: not valid JSON ${HOSTILE}` }],
    notices: ['pacts/other.json is for the provider "other": left out'],
    counts: { passed: 1, failed: 1, pending: 1 },
    guesses: [
      {
        id: 'getUsers.orderBy.default',
        basis: 'chosen',
        subject: 'getUsers: query orderBy, default',
        note: 'Named without its values.',
        interactions: 1,
      },
    ],
    coverage: coverageOf({
      contract: shippedContract(),
      interactions: pacts.flatMap((pact) =>
        pact.interactions.map((interaction) => ({
          interaction,
          states: interaction.response.status === 401 ? ['token-expired'] : [],
          scenarios: [],
        })),
      ),
      scenarios: [...shippedScenarios().keys()],
      states: [{ name: 'users-exist' }, { name: 'token-expired', scenarios: ['token-expired'] }],
    }),
  };
}
