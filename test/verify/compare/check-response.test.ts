import { expect, test } from 'vitest';
import { shippedContract, shippedContracts } from '../../../src/start/shipped.js';
import { prepareComparison } from '../../../src/verify/compare/compare-with-contract.js';
import type { ContractFinding } from '../../../src/verify/compare/contract-finding.js';
import { expectationValidator } from '../../../src/verify/compare/expectation-schema.js';
import { AUTHORIZED } from '../../pact/pact-documents.js';
import { writtenPact } from '../../pact/written-pacts.js';
import { testComparisons } from './compared-pacts.js';

// Those about optional members are in a test of their own.
const counts = ({ message }: ContractFinding): boolean => !message.startsWith('The pact requires');

testComparisons(new URL('check-response.yaml', import.meta.url), counts);

test("the contract's own examples have no findings", () => {
  const contract = shippedContract();
  const interactions = [...contract.operations.values()].flatMap(({ method, path, responses }) =>
    [...responses].flatMap(([status, { examples, mediaType }]) =>
      [...examples.values()].map((body) => ({
        request: { method, path: path.replace(/\{\w+\}/, 'an-id'), headers: AUTHORIZED },
        response: { status, headers: { 'Content-Type': mediaType }, body },
      })),
    ),
  );
  expect(interactions.length).toBeGreaterThan(60);
  const comparison = prepareComparison(contract);
  const pact = writtenPact('3.0.0', ...interactions);
  const findings = pact.interactions.flatMap((interaction) => comparison.compare(interaction));
  expect(findings.filter(counts).filter(({ where }) => where.startsWith('response'))).toEqual([]);
});

test('what is expected of a response is compiled once for all variants that leave its schema alone', () => {
  const base = shippedContract();
  const problems = shippedContracts().in({ ...base, variants: { 'error-body': 'problem' } });
  const [ofBase, ofProblems] = [base, problems].map((contract) => {
    const { responses } = contract.operations.get('getUsers')!;
    return [200, 401].map((status) => expectationValidator(contract)(responses.get(status)!));
  });
  expect(ofProblems![0]).toBe(ofBase![0]);
  expect(ofProblems![1]).not.toBe(ofBase![1]);
});
