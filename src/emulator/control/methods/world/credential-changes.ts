/** Changes to credentials: issued, superseded, expired, revoked, archived, at once or after a delay. */

import { isoTimestamp } from '../../../domain/time/timestamp.js';
import { instant } from '../../../domain/time/moment.js';
import { disclosing, usualMetadata } from '../../../domain/world/disclosure.js';
import { partyAfter, type PartyEvent } from '../../../domain/world/events.js';
import type { CredentialState, HeldCredential } from '../../../domain/world/model.js';
import { conflict } from '../../problem.js';
import type { Schemas } from '../../documents.js';
import { fromNow, newCredential, refuseImpossibleTimes } from './new-credential.js';
import { showCredential } from './shown-party.js';
import type { WorldAccess } from './world-access.js';

/** Issues a credential to a party. @throws Problem 404, 409, 422 */
export function issueCredential(
  access: WorldAccess,
  partyId: string,
  { supersede = true, disclose = true, ...entry }: Schemas['IssueCredential'],
): Schemas['Credential'] {
  const sandbox = access.settled();
  const party = access.party(partyId);
  const credential = newCredential(sandbox, { metadata: usualMetadata(party), ...entry }, party.credentials);
  const superseded = party.credentials.filter(
    (held) => supersede && held.provider === entry.provider && held.state === 'active',
  );
  const events = superseded.map(({ contractId }) => stateChange(partyId, contractId, 'superseded'));
  events.push({ type: 'credential-issued', partyId, credential });
  if (disclose) events.push(...disclosing(sandbox, party, entry.provider, sandbox.clock.now()));
  access.perform(events);

  return showCredential(events.reduce(partyAfter, party), credential, sandbox.world);
}

/** Issues a credential that replaces another one of the same provider. @throws Problem 404, 409, 422 */
export function supersedeCredential(
  access: WorldAccess,
  contractId: string,
  { after, disclose = true, ...entry }: Schemas['SupersedeCredential'] = {},
): Schemas['Credential'] {
  const sandbox = access.settled();
  const { party, credential: old } = access.active(contractId);
  const { partyId } = party;
  const at = access.timeOf(after);
  const { metadata, social, provider } = old;
  const given = newCredential(sandbox, { metadata, social, ...entry, provider }, party.credentials, at);
  const credential = entry.issuedAt === undefined ? issuedAt(given, at, entry.expiresAt !== undefined) : given;
  refuseImpossibleTimes(fromNow(credential.issuedAt, sandbox).at, fromNow(credential.expiresAt, sandbox).at, at);
  const events = [stateChange(partyId, contractId, 'superseded')];
  events.push({ type: 'credential-issued', partyId, credential });
  if (disclose) events.push(...disclosing(sandbox, party, provider, at));
  access.performAt(at, events);

  return showCredential(events.reduce(partyAfter, party), credential, sandbox.world);
}

/** Moves the expiry of a credential to an earlier time. @throws Problem 404, 409, 422 */
export function expireCredential(
  access: WorldAccess,
  contractId: string,
  { after }: Schemas['Postponed'],
): Schemas['Credential'] {
  const { world } = access.settled();
  const { party, credential } = access.active(contractId);
  const at = access.timeOf(after);
  const current = instant(credential.expiresAt, world.epoch);
  if (current <= at)
    throw conflict(
      `The credential "${contractId}" expires at ${isoTimestamp(current)} already; give an earlier time, not ${isoTimestamp(at)}.`,
    );

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
  const { party, credential } = access.active(contractId);
  const event = stateChange(party.partyId, contractId, state);
  access.performAt(access.timeOf(after), [event]);
  return showCredential(partyAfter(party, event), { ...credential, state }, world);
}

function stateChange(partyId: string, contractId: string, state: CredentialState): PartyEvent {
  return { type: 'credential-changed', partyId, contractId, state };
}

/** The credential with another issue time. Its validity is the same, unless its expiry was given. */
function issuedAt(credential: HeldCredential, at: number, isExpiryGiven: boolean): HeldCredential {
  const [issued, expires] = [credential.issuedAt as { at: number }, credential.expiresAt as { at: number }];
  const expiresAt = { at: isExpiryGiven ? expires.at : expires.at + at - issued.at };
  return { ...credential, issuedAt: { at }, expiresAt };
}
