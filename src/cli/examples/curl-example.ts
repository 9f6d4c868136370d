/** A curl command that triggers a scenario: it calls an operation that the scenario affects. */

import type { OperationId } from '../../contract/operation.js';
import type { Scenario } from '../../scenarios/scenario.js';
import { shellQuote } from '../terminal.js';

/** The arguments of curl for each operation. `$TOKEN` is an access token, `$PARTY` a party ID, `$CONTRACT` a contract ID, `$LINK` a link token. */
const CALLS: Readonly<Record<OperationId, string>> = {
  issueToken:
    '-d grant_type=client_credentials -d client_id=demo-institution -d client_secret=demo-secret {url}/oauth/token',
  getUsers: '-H "Authorization: Bearer $TOKEN" {api}/institutions/me/users',
  getHumanScores: '-H "Authorization: Bearer $TOKEN" {api}/institutions/me/human-scores',
  getHumanScoreByPartyId: '-H "Authorization: Bearer $TOKEN" {api}/institutions/me/human-scores/$PARTY',
  getCredentials: '-H "Authorization: Bearer $TOKEN" {api}/institutions/me/credentials',
  getCredentialByPartyId: '-H "Authorization: Bearer $TOKEN" {api}/institutions/me/credentials/$PARTY',
  resolveCredentials: '-H "Authorization: Bearer $TOKEN" \'{api}/institutions/me/credentials/resolve?q=benbrook\'',
  createCredentialsRequest:
    '-H "Authorization: Bearer $TOKEN" --json \'{"partyId":"\'"$PARTY"\'","providers":["GITHUB"]}\' {api}/institutions/me/credentials/request',
  generateVerificationLink:
    '-H "Authorization: Bearer $TOKEN" --json \'{"contractId":"\'"$CONTRACT"\'"}\' {api}/verification/generate-link',
  generateVerificationLinksBatch:
    '-H "Authorization: Bearer $TOKEN" --json \'{"requests":[{"contractId":"\'"$CONTRACT"\'"}]}\' {api}/verification/generate-links-batch',
  checkVerificationStatus: '{api}/verification/check/$LINK',
};

/** The path, below the API's address, of a read without parameters. The start message suggests it. */
export const EXAMPLE_PATH = '/institutions/me/users';

/** The command for the emulator at `url`; `selection` is the value of the header Emulator-Scenario. */
export function curlExample({ operations }: Scenario, selection: string, url: string): string {
  const operation = operations.includes('getUsers') ? 'getUsers' : operations[0]!;
  const call = CALLS[operation].replace('{url}', url).replace('{api}', `${url}/api/v1`);
  return `curl -i -H ${shellQuote(`Emulator-Scenario: ${selection}`)} ${call}`;
}
