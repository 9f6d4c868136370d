/** A complete request for each operation, about a party of the sandbox. The service would accept the request. */

import type { OperationId } from '../../contract/operation.js';
import { METHODS } from '../../contract/document.js';
import type { Schemas } from '../../emulator/control/documents.js';
import type { HeaderField } from '../../emulator/journal/exchange.js';
import type { RemoteSandbox } from '../../remote/remote-sandbox.js';
import { UsageError } from '../terminal/failure.js';

/** A request for a sandbox, without its access token. */
export interface ExampleRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly HeaderField[];
  readonly body?: string;
  /** Whether it carries an access token. */
  readonly hasToken: boolean;
}

/** What differs between operations. */
interface Parts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: object;
  /** Default: true. */
  readonly hasToken?: boolean;
}

/** What a request is about. */
interface Subject {
  readonly sandbox: RemoteSandbox;
  /** The party that the user has named, or else a party of the sandbox. @throws UsageError if there is none */
  readonly party: () => Schemas['Party'];
  /** Whether the user has named the party. If not, a list is requested for all parties. */
  readonly isNamed: boolean;
}

const ofParty = ({ party }: Subject): Parts => ({ path: { partyId: party().partyId } });
const listOfParty = ({ party, isNamed }: Subject): Parts => (isNamed ? { query: { partyIds: party().partyId } } : {});

const PARTS: Readonly<Record<OperationId, (subject: Subject) => Parts | Promise<Parts>>> = {
  issueToken: ({ sandbox: { clientId, clientSecret } }) => ({
    form: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    hasToken: false,
  }),
  getUsers: ({ party, isNamed }) => (isNamed ? { query: { search: party().partyId } } : {}),
  getHumanScores: listOfParty,
  getHumanScoreByPartyId: ofParty,
  getCredentials: listOfParty,
  getCredentialByPartyId: ofParty,
  resolveCredentials: ({ party }) => ({ query: { partyId: party().partyId } }),
  createCredentialsRequest: ({ party }) => ({ json: { partyId: party().partyId, providers: ['GITHUB'] } }),
  generateVerificationLink: ({ party }) => ({ json: { contractId: contractIdOf(party()) } }),
  generateVerificationLinksBatch: ({ party }) => ({ json: { requests: [{ contractId: contractIdOf(party()) }] } }),
  checkVerificationStatus: async ({ sandbox, party }) => {
    const { token } = await sandbox.verificationLink(contractIdOf(party()));
    return { path: { token }, hasToken: false };
  },
};

/** The operation that an example calls, unless a user names another one: a read without parameters. */
export const EXAMPLE_OPERATION: OperationId = 'getUsers';

/**
 * The request that calls an operation, by the contract of the sandbox.
 * @param partyName ID, e-mail address or username of the party that it concerns. Default: a party of the sandbox
 * @throws UsageError if there is no such party
 */
export async function exampleRequest(
  sandbox: RemoteSandbox,
  operationId: OperationId,
  partyName?: string,
): Promise<ExampleRequest> {
  const { method, path } = await placeOf(operationId, sandbox);
  const { items } = await sandbox.world.parties({ limit: 100, ...(partyName !== undefined && { search: partyName }) });
  const party = (): Schemas['Party'] => (partyName === undefined ? usualParty(items) : partyNamed(partyName, items));
  const parts = await PARTS[operationId]({ sandbox, party, isNamed: partyName !== undefined });
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts.path?.[name] ?? ''));
  const query = new URLSearchParams(parts.query).toString();

  return {
    method: method.toUpperCase(),
    target: query === '' ? filled : `${filled}?${query}`,
    hasToken: parts.hasToken ?? true,
    ...contentOf(parts),
  };
}

/** Where the contract of the sandbox has an operation. */
async function placeOf(operationId: OperationId, sandbox: RemoteSandbox): Promise<{ method: string; path: string }> {
  const { paths } = await sandbox.contract();
  const places = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.map((method) => ({ id: item[method]?.operationId, method, path })),
  );
  return places.find(({ id }) => id === operationId)!;
}

function contentOf({ form, json }: Parts): Pick<ExampleRequest, 'headers' | 'body'> {
  const type = (value: string): HeaderField[] => [['Content-Type', value]];
  if (form !== undefined)
    return { headers: type('application/x-www-form-urlencoded'), body: new URLSearchParams(form).toString() };
  return json === undefined ? { headers: [] } : { headers: type('application/json'), body: JSON.stringify(json) };
}

/** A party whose calls do not fail on purpose; if there is one, with a credential that can be verified. */
function usualParty(parties: readonly Schemas['Party'][]): Schemas['Party'] {
  const sound = parties.filter(({ scenario }) => scenario === undefined);
  const party = sound.find(({ credentials }) => credentials.some(({ disclosed }) => disclosed)) ?? sound[0];
  if (party === undefined) throw new UsageError('the sandbox has no party that the call could concern');

  return party;
}

function partyNamed(name: string, parties: readonly Schemas['Party'][]): Schemas['Party'] {
  const found = parties.find(({ partyId, email, username }) => [partyId, email, username].includes(name));
  if (found !== undefined) return found;
  throw new UsageError(`--party: there is no party with the ID, e-mail address or username "${name}"`);
}

function contractIdOf({ partyId, credentials }: Schemas['Party']): string {
  const [credential] = credentials.filter(({ disclosed }) => disclosed);
  if (credential === undefined)
    throw new UsageError(`the party ${partyId} has no disclosed credential; name another one with --party`);
  return credential.contractId;
}
