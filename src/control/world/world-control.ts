/** The world of a sandbox, looked at and changed from outside, as parties, providers and time would. */

import type {
  Decided,
  Decision,
  Delay,
  Disclosure,
  IssueOptions,
  NewCredential,
  NewParty,
  PartiesQuery,
} from '../../domain/world/change-requests.js';
import { isoTimestamp } from '../../domain/time/clock.js';
import {
  isDisclosed,
  type CredentialState,
  type DataRequest,
  type HeldCredential,
  type RequestStatus,
} from '../../domain/world/model.js';
import { instant } from '../../domain/time/moment.js';
import { nextRequestIdentity } from '../../domain/sandbox/request-identity.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { partyAfter, type AccountChanges, type WorldEvent } from '../../domain/world/events.js';
import type { Catalogue } from '../../scenarios/scenario.js';
import { conflict } from '../problem.js';
import { findParties } from './find-parties.js';
import { newCredential } from './new-credential.js';
import { newParty } from './new-party.js';
import {
  showCredential,
  showParty,
  showRequest,
  type ShownCredential,
  type ShownParty,
  type ShownRequest,
} from '../../domain/world/shown-party.js';
import { WorldAccess } from './world-access.js';

export class WorldControl {
  readonly #access: WorldAccess;

  constructor(current: () => Sandbox, catalogue: Catalogue) {
    this.#access = new WorldAccess(current, catalogue);
  }

  /** A page of the parties, disclosed or not. */
  parties(query: PartiesQuery = {}): { readonly items: ShownParty[]; readonly total: number } {
    const { world } = this.#access.settled();
    const { parties, total } = findParties(world, query);
    return { items: parties.map((party) => showParty(party, world)), total };
  }

  /** @throws Problem 404 */
  party(partyId: string): ShownParty {
    const { world } = this.#access.settled();
    return showParty(this.#access.party(partyId), world);
  }

  /**
   * Lets a party join.
   * @throws Problem 409, 422
   */
  addParty(entry: NewParty): ShownParty {
    if (entry.scenario !== undefined) this.#access.checkScenario(entry.scenario);
    const sandbox = this.#access.settled();
    const party = newParty(sandbox, entry);
    this.#access.perform([{ type: 'party-added', partyId: party.partyId, party }]);
    return this.party(party.partyId);
  }

  /**
   * Changes a party's account; null takes away.
   * @throws Problem 404, 422
   */
  changeParty(partyId: string, changes: AccountChanges): ShownParty {
    this.#access.settled();
    this.#access.party(partyId);
    if (typeof changes.scenario === 'string') this.#access.checkScenario(changes.scenario);
    this.#access.perform([{ type: 'party-changed', partyId, changes }]);
    return this.party(partyId);
  }

  /** The credential with this contract ID, disclosed or not.
   * @throws Problem 404
   */
  credential(contractId: string): {
    readonly partyId: string;
    readonly disclosed: boolean;
    readonly credential: ShownCredential;
  } {
    const { world } = this.#access.settled();
    const { party, credential } = this.#access.holding(contractId);
    const shown = showCredential(party, credential, world);
    return { partyId: party.partyId, disclosed: shown.disclosed, credential: shown };
  }

  /**
   * Issues a credential to a party.
   * @throws Problem 404, 409, 422
   */
  issue(partyId: string, { supersede = true, disclose = true, ...entry }: IssueOptions): ShownCredential {
    const sandbox = this.#access.settled();
    const party = this.#access.party(partyId);
    const { email, firstName, lastName } = party;
    const credential = newCredential(sandbox, { metadata: { email, firstName, lastName }, ...entry });
    const events: WorldEvent[] = supersede
      ? party.credentials
          .filter((held) => held.provider === entry.provider && held.state === 'active')
          .map(({ contractId }) => ({ type: 'credential-changed', partyId, contractId, state: 'superseded' }))
      : [];
    events.push({ type: 'credential-issued', partyId, credential });
    if (disclose && !isDisclosed(party, credential))
      events.push({ type: 'data-requested', partyId, request: nextRequest(sandbox, entry.provider, 'APPROVED') });
    this.#access.perform(events);
    return this.credential(credential.contractId).credential;
  }

  /** Takes a credential back, as its provider does.
   * @throws Problem 404, 409, 422
   */
  revoke(contractId: string, delay: Delay = {}): ShownCredential {
    return this.#changeState(contractId, 'revoked', delay);
  }

  /** Puts a credential away, as its party does.
   * @throws Problem 404, 409, 422
   */
  archive(contractId: string, delay: Delay = {}): ShownCredential {
    return this.#changeState(contractId, 'archived', delay);
  }

  /**
   * Lets a credential expire, now or later.
   * @throws Problem 404, 409, 422
   */
  expire(contractId: string, { after }: Delay = {}): ShownCredential {
    const { world } = this.#access.settled();
    const { party, credential } = this.#access.active(contractId);
    const at = this.#access.timeOf(after);
    const known = instant(credential.expiresAt, world.epoch);
    if (known <= at) throw conflict(`The credential "${contractId}" expires at ${isoTimestamp(known)} anyway.`);
    const event = { type: 'credential-expiry-moved', partyId: party.partyId, contractId, expiresAt: { at } } as const;
    this.#access.perform([event]);
    return showCredential(party, { ...credential, expiresAt: event.expiresAt }, world);
  }

  /**
   * Issues a new credential of the same provider in the place of another; what is not given is as in the old one.
   * @throws Problem 404, 409, 422
   */
  supersede(
    contractId: string,
    { after, disclose = true, ...entry }: Partial<NewCredential> & Disclosure & Delay = {},
  ): ShownCredential {
    const sandbox = this.#access.settled();
    const { party, credential: old } = this.#access.active(contractId);
    const { partyId } = party;
    const at = this.#access.timeOf(after);
    const given = newCredential(sandbox, {
      metadata: old.metadata,
      social: old.social,
      ...entry,
      provider: old.provider,
    });
    const credential = entry.issuedAt === undefined ? issuedAt(given, at, entry.expiresAt !== undefined) : given;
    const events: WorldEvent[] = [
      { type: 'credential-changed', partyId, contractId, state: 'superseded' },
      { type: 'credential-issued', partyId, credential },
    ];
    if (disclose && !isDisclosed(party, credential))
      events.push({
        type: 'data-requested',
        partyId,
        request: nextRequest(sandbox, credential.provider, 'APPROVED', at),
      });
    this.#access.performAt(at, events);
    return showCredential(events.reduce(partyAfter, party), credential, sandbox.world);
  }

  /** Asks a party for its credentials of one provider, as the institution does.
   * @throws Problem 404
   */
  request(partyId: string, provider: DataRequest['provider'], status: RequestStatus = 'PENDING'): ShownRequest {
    const sandbox = this.#access.settled();
    this.#access.party(partyId);
    const request = nextRequest(sandbox, provider, status);
    this.#access.perform([{ type: 'data-requested', partyId, request }]);
    return showRequest(request, sandbox.world);
  }

  /**
   * Decides data requests of a party.
   * @throws Problem 404, 409 where there is none to decide, 422
   */
  decide(partyId: string, { status, provider, requestId, after }: Decision): Decided {
    const { world } = this.#access.settled();
    const meant = this.#access
      .party(partyId)
      .requests.filter(
        (request) =>
          (requestId === undefined ? request.status === 'PENDING' : request.id === requestId) &&
          (provider === undefined || request.provider === provider),
      );
    if (meant.length === 0)
      throw conflict(
        `Party "${partyId}" has no ${requestId === undefined ? 'pending ' : ''}data request${provider === undefined ? '' : ` for ${provider}`}${requestId === undefined ? '' : ` with ID ${requestId}`} to decide.`,
      );
    const at = this.#access.timeOf(after);
    this.#access.performAt(
      at,
      meant.map(({ id }) => ({ type: 'data-request-decided', partyId, requestId: id, status })),
    );
    return { decided: meant.map((request) => showRequest({ ...request, status }, world)), at: isoTimestamp(at) };
  }

  /** Lets a party approve its pending data requests, of one provider or all. @throws Problem 404, 409 */
  approve(partyId: string, provider?: DataRequest['provider']): Decided {
    return this.decide(partyId, { status: 'APPROVED', ...(provider !== undefined && { provider }) });
  }

  /** Lets a party reject its pending data requests, of one provider or all. @throws Problem 404, 409 */
  reject(partyId: string, provider?: DataRequest['provider']): Decided {
    return this.decide(partyId, { status: 'REJECTED', ...(provider !== undefined && { provider }) });
  }

  /** Everything that has changed the world, oldest first, and what is going to. */
  events(): {
    readonly events: readonly WorldEvent[];
    readonly scheduled: readonly { readonly at: string; readonly event: WorldEvent }[];
  } {
    const { world } = this.#access.settled();
    return {
      events: [...world.history],
      scheduled: world.scheduled.map(({ at, event }) => ({ at: isoTimestamp(at), event })),
    };
  }

  #changeState(contractId: string, state: CredentialState, { after }: Delay): ShownCredential {
    const { world } = this.#access.settled();
    const { party } = this.#access.active(contractId);
    const event: WorldEvent = { type: 'credential-changed', partyId: party.partyId, contractId, state };
    this.#access.performAt(this.#access.timeOf(after), [event]);
    const changed = partyAfter(party, event);
    return showCredential(
      changed,
      changed.credentials.find((held) => held.contractId === contractId)!,
      world,
    );
  }
}

function nextRequest(
  sandbox: Sandbox,
  provider: DataRequest['provider'],
  status: RequestStatus,
  at = sandbox.clock.now(),
): DataRequest {
  const { id, proposalId } = nextRequestIdentity(sandbox);
  return { id, proposalId, provider, status, requestedAt: { at } };
}

/** The credential as if it were issued at another time; it is valid as long, unless its end was said. */
function issuedAt(credential: HeldCredential, at: number, endIsGiven: boolean): HeldCredential {
  const [issued, expires] = [credential.issuedAt as { at: number }, credential.expiresAt as { at: number }];
  return { ...credential, issuedAt: { at }, expiresAt: { at: endIsGiven ? expires.at : expires.at + at - issued.at } };
}
