/** Brings the provider states about that a pact from a journal can have. */

import request from 'supertest';
import type { SandboxControl } from '../../src/control/sandbox-control.js';
import type { SandboxOptions } from '../../src/control/sandbox-options.js';
import type { Provider } from '../../src/domain/model.js';
import { tokenOf } from '../institution.js';

interface Parameters {
  readonly partyId?: string;
  readonly contractId?: string;
  readonly provider?: Provider;
  readonly providers?: readonly Provider[];
  readonly email?: string;
  readonly username?: string;
  readonly q?: string;
}

type BringAbout = (sandbox: SandboxControl, parameters: Parameters) => unknown;

/** How the sandbox has to be opened for a state. */
export function opensWith(state: string): SandboxOptions {
  return /^no (?:users|parties|credentials|human scores) exist$/.test(state) ? { fixture: 'empty', population: 0 } : {};
}

/**
 * Brings a state about.
 * @returns values for `fromProviderState`
 * @throws Error where nobody knows the state
 */
export async function bringAbout(state: string, parameters: Parameters, sandbox: SandboxControl): Promise<object> {
  if (state.startsWith('scenario: ')) {
    sandbox.scenarios.select(state.slice('scenario: '.length));
    return {};
  }
  const known = STATES[state];
  if (known === undefined) throw new Error(`nobody knows the state "${state}"`);
  const values = await known(sandbox, parameters);
  return state.startsWith('a link') ? (values as object) : {};
}

const NOTHING: BringAbout = () => undefined;

const STATES: Readonly<Record<string, BringAbout>> = {
  '': NOTHING,
  'no users exist': NOTHING,
  'no parties exist': NOTHING,
  'no credentials exist': NOTHING,
  'no human scores exist': NOTHING,
  'no party matches {q}': (sandbox, { q = '' }) => {
    for (const { partyId, username } of sandbox.world.parties({ limit: 100 }).items) if (username === q) withdraw(sandbox, partyId);
  },
  'the verification token {token} is unknown': NOTHING,
  'the verification token {token} has expired': NOTHING,
  'the access token is missing': NOTHING,
  'the access token has expired': (sandbox) => sandbox.use('token-expired'),
  'the access token is revoked': (sandbox) => sandbox.use('token-revoked'),
  'the access token is malformed': (sandbox) => sandbox.use('token-malformed'),
  'party {partyId} exists': (sandbox, given) => { ensureParty(sandbox, given); },
  'party {partyId} has disclosed {providers}': (sandbox, given) => { ensureParty(sandbox, given); },
  'party {partyId} has the e-mail {email}': (sandbox, given) => { ensureParty(sandbox, given); },
  'party {partyId} has the username {username}': (sandbox, given) => { ensureParty(sandbox, given); },
  'party {partyId} has disclosed nothing': (sandbox, { partyId = '' }) => { withdraw(sandbox, partyId); },
  'credential {contractId} does not exist': (sandbox, { contractId = '' }) => {
    withdraw(sandbox, sandbox.world.credential(contractId).partyId);
  },
  'credential {contractId} of party {partyId} exists': (sandbox, given) => ensureCredential(sandbox, given),
  'credential {contractId} of party {partyId} is revoked': (sandbox, given) => sandbox.world.revoke(ensureCredential(sandbox, given)),
  'credential {contractId} of party {partyId} has expired': (sandbox, given) => sandbox.world.expire(ensureCredential(sandbox, given)),
  'credential {contractId} of party {partyId} is archived': (sandbox, given) => sandbox.world.archive(ensureCredential(sandbox, given)),
  'credential {contractId} of party {partyId} is superseded': (sandbox, given) => sandbox.world.supersede(ensureCredential(sandbox, given)),
  'a link token for {contractId} exists': (sandbox, { contractId = '' }) => linkFor(sandbox, contractId),
};

function withdraw({ world }: SandboxControl, partyId: string): void {
  for (const { status, id } of world.party(partyId).requests) if (status === 'APPROVED') world.decide(partyId, { status: 'EXPIRED', requestId: id });
}

function ensureParty({ world }: SandboxControl, { partyId = '', email, username, providers = ['GITHUB'] }: Parameters): void {
  const known = world.parties({ search: partyId }).items.find((party) => party.partyId === partyId);
  const names = { ...(email !== undefined && { email }), ...(username !== undefined && { username }) };
  if (known === undefined) world.addParty({ partyId, email: 'somebody@example.com', firstName: 'Some', lastName: 'Body', ...names });
  for (const provider of providers) world.issue(partyId, { provider, disclose: true });
}

function ensureCredential(sandbox: SandboxControl, { partyId = '', contractId = '', provider = 'GITHUB' }: Parameters): string {
  const { world } = sandbox;
  const party = world.parties({ search: partyId }).items.find((known) => known.partyId === partyId);
  if (party === undefined) ensureParty(sandbox, { partyId, providers: [] });
  if (party?.credentials.some((held) => held.contractId === contractId) !== true) world.issue(partyId, { contractId, provider, disclose: true });
  return contractId;
}

async function linkFor(sandbox: SandboxControl, contractId: string): Promise<object> {
  const answer = await request(sandbox.apiUrl).post('/verification/generate-link').auth(await tokenOf(sandbox), { type: 'bearer' }).send({ contractId });
  if (answer.status !== 200) throw new Error(`no link for ${contractId}: ${answer.text}`);
  return { token: (answer.body as { token: string }).token };
}
