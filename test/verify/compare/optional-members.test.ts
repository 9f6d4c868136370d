/** Members that a consumer requires although the contract calls them optional. */

import { verifyPacts } from 'id-emulator/pact';
import { expect, test } from 'vitest';
import type { PactFile } from '../../../src/pact/pact-file.js';
import { prepareComparison } from '../../../src/verify/compare/compare-with-contract.js';
import type { ContractFinding } from '../../../src/verify/compare/contract-finding.js';
import { shippedContract } from '../../../src/start/shipped.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { AUTHORIZED, pactV3 } from '../../pact/pact-documents.js';
import { usersPact } from '../../pact/written-pacts.js';

const comparison = prepareComparison(shippedContract());
const compare = (pact: PactFile): ContractFinding[] =>
  pact.interactions.flatMap((interaction) => comparison.compare(interaction));
const LIST = { '$.items': { matchers: [{ match: 'type', min: 1 }] } };

test('a pact that requires an optional member has a warning that names without-optional-members', () => {
  const findings = compare(
    usersPact({
      body: {
        items: [
          { id: 1, email: 'a@example.com', fullName: 'A' },
          { email: 'b@example.com', fullName: 'B' },
        ],
      },
      matchingRules: { body: LIST },
    }),
  );
  expect(findings).toEqual([
    {
      severity: 'warning',
      code: 'response.body.optional',
      message:
        'The pact requires "email", "fullName", which the contract calls optional here: the service may leave them out, and then the consumer breaks. If they are needed, set them up by a provider state; "scenario: without-optional-members" shows a response without them.',
      where: 'response body at /items/0',
    },
  ]);
});

test('a pact that requires required members only has no warning', () => {
  expect(compare(usersPact({ body: { items: [{ id: 1, reqStatus: 'PENDING' }] } }))).toEqual([]);
});

const REQUIRES_OPTIONAL = {
  description: 'e-mails of users',
  request: { method: 'GET', path: '/api/v1/institutions/me/users', headers: AUTHORIZED },
  response: {
    status: 200,
    body: { items: [{ email: 'a@example.com' }] },
    matchingRules: { body: { ...LIST, '$.items[*].email': { matchers: [{ match: 'type' }] } } },
  },
};
const WITHOUT_OPTIONAL = {
  ...REQUIRES_OPTIONAL,
  description: 'e-mails of users, without optional members',
  providerStates: [{ name: 'scenario: without-optional-members' }],
};

test('the scenario that the warning names breaks the pact', async () => {
  await using folder = await temporaryFolder({ 'a.json': pactV3([REQUIRES_OPTIONAL, WITHOUT_OPTIONAL]) });
  const report = await verifyPacts({ pacts: [folder.path] });
  expect(report.pacts[0]?.interactions.map(({ outcome }) => outcome)).toEqual(['passed', 'failed']);
});
