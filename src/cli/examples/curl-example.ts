/** A curl command that triggers a scenario: it calls an operation that the scenario affects. */

import { shellQuote } from '../../common/platform/shell.js';
import type { Operation, OperationId } from '../../contract/operation.js';
import type { Scenario } from '../../emulator/scenarios/scenario.js';

/** What a call needs beside its path. `$CONTRACT` is a contract ID. */
const EXTRAS: Readonly<Partial<Record<OperationId, { readonly flags?: string; readonly query?: string }>>> = {
  issueToken: {
    flags: '-d grant_type=client_credentials -d client_id=demo-institution -d client_secret=demo-secret',
  },
  resolveCredentials: { query: '?q=benbrook' },
  createCredentialsRequest: { flags: '--json \'{"partyId":"\'"$PARTY"\'","providers":["GITHUB"]}\'' },
  generateVerificationLink: { flags: '--json \'{"contractId":"\'"$CONTRACT"\'"}\'' },
  generateVerificationLinksBatch: { flags: '--json \'{"requests":[{"contractId":"\'"$CONTRACT"\'"}]}\'' },
};

/** Shell variables for the parameters of paths. */
const VARIABLES: ReadonlyMap<string, string> = new Map(Object.entries({ partyId: '$PARTY', token: '$LINK' }));

/** The path, below the API's address, of a read without parameters. The start message suggests it. */
export const EXAMPLE_PATH = '/institutions/me/users';

/**
 * The command for the emulator at `url`. Its shell variables are for the user to set: `$TOKEN` is an access token,
 * `$PARTY` a party ID, `$CONTRACT` a contract ID, `$LINK` a link token.
 * @param operations the operations of the contract
 * @param selection the value of the header Emulator-Scenario
 */
export function curlExample(
  scenario: Scenario,
  operations: ReadonlyMap<OperationId, Operation>,
  selection: string,
  url: string,
): string {
  const operation = operations.get(scenario.operations.includes('getUsers') ? 'getUsers' : scenario.operations[0]!)!;
  const { flags, query } = EXTRAS[operation.id] ?? {};
  const path = operation.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => VARIABLES.get(name) ?? `$${name.toUpperCase()}`,
  );
  const parts = [
    `curl -i -H ${shellQuote(`Emulator-Scenario: ${selection}`)}`,
    operation.access === 'bearer' ? '-H "Authorization: Bearer $TOKEN"' : [],
    flags ?? [],
    query === undefined ? url + path : shellQuote(url + path + query),
  ];
  return parts.flat().join(' ');
}
