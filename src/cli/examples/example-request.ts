/** A complete request for each operation, about a party of the sandbox. The service would accept the request. */

import { withoutUndefined } from '../../common/json.js';
import type { OperationId } from '../../contract/operation.js';
import { METHODS } from '../../contract/document.js';
import type { Schemas } from '../../emulator/control/documents.js';
import type { HeaderField } from '../../emulator/journal/exchange.js';
import type { RemoteSandbox } from '../../remote/remote-sandbox.js';
import { UsageError } from '../terminal/failure.js';

/** A request for a sandbox, without its access token. */
export interface ExampleRequest extends Pick<Schemas['SendRequest'], 'method' | 'target' | 'body'> {
  readonly headers: readonly HeaderField[];
  /** Whether the request carries an access token. */
  readonly hasToken: boolean;
}

/** What differs between the requests of operations. `path` has the values for the names in braces. */
interface RequestParts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: object;
  /** Default: true. */
  readonly hasToken?: boolean;
}

/** The sandbox and the party that a request is about. */
interface Subject {
  readonly sandbox: RemoteSandbox;
  /** The party that the user has named, or else a party of the sandbox. @throws UsageError if there is none */
  readonly party: () => Schemas['Party'];
  /** Whether the user has named the party. If not, a list is requested for all parties. */
  readonly isPartyNamed: boolean;
}

/** The parts of the request for an operation. */
async function partsOf(operationId: OperationId, { sandbox, party, isPartyNamed }: Subject): Promise<RequestParts> {
  switch (operationId) {
    case 'issueToken': {
      const { clientId: client_id, clientSecret: client_secret } = sandbox;
      return { form: { grant_type: 'client_credentials', client_id, client_secret }, hasToken: false };
    }
    case 'getUsers':
      return isPartyNamed ? { query: { search: party().partyId } } : {};
    case 'getHumanScores':
    case 'getCredentials':
      return isPartyNamed ? { query: { partyIds: party().partyId } } : {};
    case 'getHumanScoreByPartyId':
    case 'getCredentialByPartyId':
      return { path: { partyId: party().partyId } };
    case 'resolveCredentials':
      return { query: { partyId: party().partyId } };
    case 'createCredentialsRequest':
      return { json: { partyId: party().partyId, providers: ['GITHUB'] } };
    case 'generateVerificationLink':
      return { json: { contractId: contractIdOf(party()) } };
    case 'generateVerificationLinksBatch':
      return { json: { requests: [{ contractId: contractIdOf(party()) }] } };
    case 'checkVerificationStatus': {
      // Only the token of an existing link can be checked.
      const { token } = await sandbox.verificationLink(contractIdOf(party()));
      return { path: { token }, hasToken: false };
    }
  }
}

/** The operation that an example calls, unless a user names another one: a read without parameters. */
export const EXAMPLE_OPERATION: OperationId = 'getUsers';

/**
 * The request that calls an operation, by the contract of the sandbox.
 * @param partyName ID, e-mail address or username of the party of the request. Default: some party of the sandbox
 * @throws UsageError if there is no such party
 */
export async function exampleRequest(
  sandbox: RemoteSandbox,
  operationId: OperationId,
  partyName?: string,
): Promise<ExampleRequest> {
  const { method, path } = await placeOf(operationId, sandbox);
  // A page of parties is enough to find one that suits, or the one that the user has named.
  const { items } = await sandbox.world.parties({ limit: 100, ...withoutUndefined({ search: partyName }) });
  const party = (): Schemas['Party'] => (partyName === undefined ? usualParty(items) : partyNamed(partyName, items));
  const parts = await partsOf(operationId, { sandbox, party, isPartyNamed: partyName !== undefined });
  // A path of the contract has names in braces: `/human-scores/{partyId}`.
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts.path?.[name] ?? ''));
  const query = new URLSearchParams(parts.query).toString();

  return {
    method: method.toUpperCase(),
    target: query === '' ? filledPath : `${filledPath}?${query}`,
    hasToken: parts.hasToken ?? true,
    ...contentOf(parts),
  };
}

/** Where the contract of the sandbox has an operation. */
async function placeOf(operationId: OperationId, sandbox: RemoteSandbox): Promise<{ method: string; path: string }> {
  const { paths } = await sandbox.contract();
  for (const [path, item] of Object.entries(paths)) {
    const method = METHODS.find((one) => item[one]?.operationId === operationId);
    if (method !== undefined) return { method, path };
  }

  throw new Error(`the contract has no operation ${operationId}`);
}

/** The body of a request, and the header with its type. */
function contentOf({ form, json }: RequestParts): Pick<ExampleRequest, 'headers' | 'body'> {
  const contentType = (value: string): HeaderField[] => [['Content-Type', value]];
  if (json !== undefined) return { headers: contentType('application/json'), body: JSON.stringify(json) };
  if (form === undefined) return { headers: [] };

  return { headers: contentType('application/x-www-form-urlencoded'), body: new URLSearchParams(form).toString() };
}

/**
 * A party without a scenario, because calls about a party with a scenario fail on purpose. A party with a disclosed
 * credential is preferred, because links can only be made for such a credential.
 */
function usualParty(parties: readonly Schemas['Party'][]): Schemas['Party'] {
  const undisturbed = parties.filter(({ scenario }) => scenario === undefined);
  const verifiable = undisturbed.find(({ credentials }) => credentials.some(({ disclosed }) => disclosed));
  const party = verifiable ?? undisturbed[0];
  if (party === undefined) throw new UsageError('the sandbox has no party that the call could concern');

  return party;
}

/** The party that the user has named. @throws UsageError if there is none */
function partyNamed(name: string, parties: readonly Schemas['Party'][]): Schemas['Party'] {
  const found = parties.find(({ partyId, email, username }) => [partyId, email, username].includes(name));
  if (found !== undefined) return found;
  throw new UsageError(`--party: there is no party with the ID, e-mail address or username "${name}"`);
}

/** A credential of the party that the institution may see. @throws UsageError if there is none */
function contractIdOf({ partyId, credentials }: Schemas['Party']): string {
  const credential = credentials.find(({ disclosed }) => disclosed);
  if (credential !== undefined) return credential.contractId;

  throw new UsageError(`the party ${partyId} has no disclosed credential; name another one with --party`);
}
