/** Tests of the comparison with the contract that are written in a YAML document: interactions of pacts, and what is found. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { shippedContract } from '../../../src/start/shipped.js';
import { prepareComparison } from '../../../src/verify/compare/compare-with-contract.js';
import type { ContractFinding } from '../../../src/verify/compare/contract-finding.js';
import { AUTHORIZED } from '../../pact/pact-documents.js';
import { writtenPact } from '../../pact/written-pacts.js';

/** An interaction; what it does not say is that of a successful request for the users list. */
interface Compared {
  /** Of the Pact specification. Default: 3.0.0. */
  readonly version?: '2.0.0' | '3.0.0' | '4.0';
  readonly request?: object;
  readonly response?: object;
  /** All findings: `error` or `warning` with its place, and other members that it has. */
  readonly finds: readonly Readonly<Record<string, string>>[];
}

const { compare } = prepareComparison(shippedContract());

/** Makes a test of each entry. @param counts whether a finding counts. Default: all do */
export function testComparisons(document: URL, counts: (finding: ContractFinding) => boolean = () => true): void {
  const tests = parse(readFileSync(document, 'utf8'), { merge: true }) as Readonly<Record<string, readonly Compared[]>>;
  test.each(Object.entries(tests))('%s', (_, interactions) => {
    for (const { version = '3.0.0', request, response, finds } of interactions) {
      const pact = writtenPact(version, {
        request: { method: 'GET', path: '/api/v1/institutions/me/users', headers: AUTHORIZED, ...request },
        response: { status: 200, ...response },
      });
      const found = pact.interactions.flatMap((interaction) => compare(interaction)).filter(counts);
      expect(found, JSON.stringify({ request, response })).toMatchObject(finds.map(asFinding));
    }
  });
}

function asFinding({ error, warning, ...more }: Readonly<Record<string, string>>): object {
  const severity = error === undefined ? 'warning' : 'error';
  return { severity, where: error ?? warning, ...more };
}
