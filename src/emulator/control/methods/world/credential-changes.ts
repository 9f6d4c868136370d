/** Changes to credentials: issued, superseded, expired, revoked, archived, at once or after a delay. */

import { isoTimestamp } from '../../../domain/time/timestamp.js';
import { instant } from '../../../domain/time/moment.js';
import { disclosureEvents, usualMetadata } from '../../../domain/world/disclosure.js';
import { partyAfter, type PartyEvent } from '../../../domain/world/events.js';
import type { CredentialState, HeldCredential, Holding } from '../../../domain/world/model.js';
import { conflict } from '../../problem.js';
import type { Schemas } from '../../documents.js';
import { newCredential } from './new-credential.js';
import { showCredential } from './shown-party.js';
import type { WorldAccess } from './world-access.js';

type Credential = Schemas['Credential'];

/** Issues a credential to a party. @throws Problem 404, 409, 422 */
export function issueCredential(access: WorldAccess, partyId: string, options: Schemas['IssueCredential']): Credential {
  const { supersede = true, disclose = true, ...entry } = options;
  const sandbox = access.settled();
  const party = access.party(partyId);
  const credential = newCredential(sandbox, { metadata: usualMetadata(party), ...entry }, party.credentials);
  const active = party.credentials.filter(({ provider, state }) => provider === entry.provider && state === 'active');

  return addCredential(access, { party, credential }, { superseded: supersede ? active : [], disclose });
}

/** Issues a credential that replaces another one of the same provider. @throws Problem 404, 409, 422 */
export function supersedeCredential(
  access: WorldAccess,
  contractId: string,
  { after, disclose = true, ...entry }: Schemas['SupersedeCredential'] = {},
): Credential {
  const sandbox = access.settled();
  const { party, credential: old } = access.activeHolding(contractId);
  const at = access.timeOf(after);
  // The options win over what is copied, except for the provider: a credential replaces one of its own provider.
  const { metadata, social, provider } = old;
  const wanted = { metadata, social, ...entry, provider };
  const credential = newCredential(sandbox, wanted, party.credentials, at);

  return addCredential(access, { party, credential }, { superseded: [old], disclose, at });
}

/** How a credential is issued. */
interface Issue {
  /** The credentials that the new one replaces. */
  readonly superseded: readonly HeldCredential[];
  readonly disclose: boolean;
  /** Time of the sandbox's clock. Default: now. */
  readonly at?: number;
}

/**
 * Adds a credential to its party, now or later.
 * @returns the credential as it will be shown. The party does not have it yet if the time is in the future
 */
function addCredential(access: WorldAccess, { party, credential }: Holding, issue: Issue): Credential {
  const { superseded, disclose, at = access.timeOf(undefined) } = issue;
  const sandbox = access.settled();
  const { partyId } = party;

  const events = superseded.map(({ contractId }) => stateChange(partyId, contractId, 'superseded'));
  events.push({ type: 'credential-issued', partyId, credential });
  if (disclose) events.push(...disclosureEvents(sandbox, access.partyNow(partyId), credential.provider, at));
  access.performAt(at, events);

  return showCredential(events.reduce(partyAfter, party), credential, sandbox.world);
}

/** Moves the expiry of a credential to an earlier time. @throws Problem 404, 409, 422 */
export function expireCredential(access: WorldAccess, contractId: string, delay: Schemas['Postponed']): Credential {
  const { world } = access.settled();
  const { party, credential } = access.activeHolding(contractId);
  const at = access.timeOf(delay.after);
  const current = instant(credential.expiresAt, world.epoch);
  if (current <= at) {
    const remedy = `give an earlier time, not ${isoTimestamp(at)}`;
    throw conflict(`The credential "${contractId}" expires at ${isoTimestamp(current)} already; ${remedy}.`);
  }

  const expiresAt = { at };
  access.perform([{ type: 'credential-expiry-moved', partyId: party.partyId, contractId, expiresAt }]);
  return showCredential(party, { ...credential, expiresAt }, world);
}

/** Changes the state of an active credential. @throws Problem 404, 409, 422 */
export function changeCredentialState(
  access: WorldAccess,
  contractId: string,
  state: CredentialState,
  { after }: Schemas['Postponed'],
): Schemas['Credential'] {
  const { world } = access.settled();
  const { party, credential } = access.activeHolding(contractId);
  const event = stateChange(party.partyId, contractId, state);
  access.performAt(access.timeOf(after), [event]);

  return showCredential(partyAfter(party, event), { ...credential, state }, world);
}

function stateChange(partyId: string, contractId: string, state: CredentialState): PartyEvent {
  return { type: 'credential-changed', partyId, contractId, state };
}
