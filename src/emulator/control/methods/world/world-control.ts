/** The world of a sandbox for tests: shows parties and credentials, and acts for parties, providers and institution. */

import { withoutUndefined } from '../../../../common/json.js';
import { humanScore } from '../../../domain/scores/human-score.js';
import type { Sandbox } from '../../../domain/sandbox/sandbox.js';
import { isoTimestamp } from '../../../domain/time/timestamp.js';
import { Now } from '../../../domain/time/now.js';
import { isApprovedUser } from '../../../domain/world/credential-status.js';
import { nextDataRequest } from '../../../domain/world/disclosure.js';
import type { AccountChanges, WorldEvent } from '../../../domain/world/events.js';
import { partyAt, pendingUntilDecision } from '../../../domain/world/lifecycle.js';
import type { DataRequest, Party, RequestStatus } from '../../../domain/world/model.js';
import type { SeenParty } from '../../../domain/world/seen-party.js';
import type { ControlContext } from '../../control-context.js';
import { conflict } from '../../problem.js';
import { changeCredentialState, expireCredential, issueCredential, supersedeCredential } from './credential-changes.js';
import type { Schemas } from '../../documents.js';
import { findParties, type PartiesQuery } from './find-parties.js';
import { newParty } from './new-party.js';
import { showCredential, showParty, showRequest } from './shown-party.js';
import { WorldAccess, type WorldChange } from './world-access.js';

/** The methods for the world of a sandbox: parties, credentials and data requests. */
export class WorldControl {
  readonly #access: WorldAccess;
  readonly #context: Pick<ControlContext, 'rulesOf' | 'seenParty'>;

  /**
   * @param current returns the sandbox; a reset or an import replaces it
   * @internal
   */
  constructor(current: () => Sandbox, context: ControlContext) {
    this.#access = new WorldAccess(current, context);
    this.#context = context;
  }

  /** A page of the parties, disclosed or not, with their scores. */
  parties(query: PartiesQuery = {}): { readonly items: Schemas['Party'][]; readonly total: number } {
    const sandbox = this.#access.settled();
    const { world } = sandbox;
    const time = world.time();
    const rules = this.#context.rulesOf(sandbox);
    const scoreOf = (party: Party): number | undefined =>
      isApprovedUser(party, time, rules) ? humanScore(party, time, rules).totalScore : undefined;

    const { parties, total } = findParties(world, query, scoreOf);
    const items = parties.map((party) => {
      const score = withoutUndefined({ score: scoreOf(party) });
      return { ...showParty(partyAt(party, time, rules), world), ...score };
    });

    return { items, total };
  }

  /** The party with this ID, disclosed or not. @throws Problem 404 */
  party(partyId: string): Schemas['Party'] {
    const { world } = this.#access.settled();
    return showParty(this.#access.partyNow(partyId), world);
  }

  /**
   * What the institution sees of a party, in the format of the service. No scenario applies, no exchange is recorded.
   * @throws Problem 404
   */
  seen(partyId: string): SeenParty {
    const sandbox = this.#access.settled();
    // This look-up only throws the error if there is no such party.
    this.#access.party(partyId);
    return this.#context.seenParty(sandbox, partyId)!;
  }

  /**
   * Adds a party.
   * @throws Problem 409 if an ID is taken, 422 if a value cannot be used
   */
  addParty(entry: Schemas['AddParty']): Schemas['Party'] {
    if (entry.scenario !== undefined) this.#access.checkScenario(entry.scenario);
    const sandbox = this.#access.settled();
    // If the party is refused, the numbers in its IDs are free again, so that later parties do not depend on mistakes.
    return sandbox.runOrFreeNumbers(() => {
      const party = newParty(sandbox, entry);
      this.#access.perform([{ type: 'party-added', partyId: party.partyId, party }]);
      return this.party(party.partyId);
    });
  }

  /**
   * Changes the account of a party; null removes a member.
   * @throws Problem 404, 409 if another party has the alias, 422
   */
  changeParty(partyId: string, changes: AccountChanges): Schemas['Party'] {
    this.#access.settled();
    // This look-up only throws the error if there is no such party.
    this.#access.party(partyId);
    if (typeof changes.scenario === 'string') this.#access.checkScenario(changes.scenario);
    this.#access.perform([{ type: 'party-changed', partyId, changes }]);

    return this.party(partyId);
  }

  /**
   * The credential with this contract ID, disclosed or not.
   * @throws Problem 404
   */
  credential(contractId: string): Schemas['HeldCredential'] {
    const { world } = this.#access.settled();
    const { party, credential } = this.#access.holding(contractId);
    const shown = showCredential(party, credential, world);

    return { partyId: party.partyId, disclosed: shown.disclosed, credential: shown };
  }

  /**
   * Issues a credential to a party.
   * @throws Problem 404, 409 if the contract ID is taken, 422
   */
  issue(partyId: string, options: Schemas['IssueCredential']): Schemas['Credential'] {
    return this.#access.settled().runOrFreeNumbers(() => issueCredential(this.#access, partyId, options));
  }

  /**
   * Revokes a credential, as its provider does.
   * @throws Problem 404, 409 if the credential is not active, 422
   */
  revoke(contractId: string, delay: Schemas['Postponed'] = {}): Schemas['Credential'] {
    return changeCredentialState(this.#access, contractId, 'revoked', delay);
  }

  /**
   * Archives a credential, as its party does.
   * @throws Problem 404, 409 if the credential is not active, 422
   */
  archive(contractId: string, delay: Schemas['Postponed'] = {}): Schemas['Credential'] {
    return changeCredentialState(this.#access, contractId, 'archived', delay);
  }

  /**
   * Lets a credential expire, now or after a delay.
   * @throws Problem 404, 409 if the credential is not active or expires earlier, 422
   */
  expire(contractId: string, delay: Schemas['Postponed'] = {}): Schemas['Credential'] {
    return expireCredential(this.#access, contractId, delay);
  }

  /**
   * Issues a new credential that replaces another one of the same provider. Absent options are copied from the old
   * credential.
   * @throws Problem 404, 409 if the old credential is not active or the contract ID is taken, 422
   */
  supersede(contractId: string, options: Schemas['SupersedeCredential'] = {}): Schemas['Credential'] {
    return this.#access.settled().runOrFreeNumbers(() => supersedeCredential(this.#access, contractId, options));
  }

  /**
   * Requests a party's credentials of one provider, as the institution does.
   * @param lapses whether the request becomes EXPIRED if nobody decides it; default: it stays PENDING
   * @throws Problem 404; 409 if there is a pending or approved request, or if `status` is APPROVED and the party has no
   * valid credential
   */
  request(
    partyId: string,
    provider: DataRequest['provider'],
    status: RequestStatus = 'PENDING',
    lapses = false,
  ): Schemas['DataRequest'] {
    const sandbox = this.#access.settled();
    // This look-up only throws the error if there is no such party.
    this.#access.party(partyId);
    return sandbox.runOrFreeNumbers(() => {
      const now = sandbox.clock.now();
      const requested = nextDataRequest(sandbox, provider, status, now);
      const stays = status === 'PENDING' && !lapses;
      const request = stays ? { ...requested, staysPending: true as const } : requested;

      const event: WorldEvent = { type: 'data-requested', partyId, request };
      this.#access.refuseImpossible([event], now);
      this.#access.perform([event]);

      return showRequest(request, sandbox.world);
    });
  }

  /**
   * Decides data requests of a party.
   * @throws Problem 404, 422; 409 if there is no request to decide, if the status of the request is final, or if the
   * request should be approved and the party has no valid credential
   */
  decide(partyId: string, { status, provider, requestId, after }: Schemas['DecideDataRequests']): Schemas['Decision'] {
    const { world } = this.#access.settled();
    const party = this.#access.partyNow(partyId);
    const requests = party.requests.filter((request) => {
      if (provider !== undefined && request.provider !== provider) return false;
      return requestId === undefined ? request.status === 'PENDING' : request.id === requestId;
    });
    if (requests.length === 0) {
      const what = requestId === undefined ? 'pending data request' : 'data request';
      const whose = provider === undefined ? '' : ` for ${provider}`;
      const which = requestId === undefined ? '' : ` with ID ${requestId}`;
      throw conflict(`Party "${partyId}" has no ${what}${whose}${which} to decide.`);
    }

    const at = this.#access.timeOf(after);
    const type = 'data-request-decided';
    const events = requests.map(({ id }): WorldEvent => ({ type, partyId, requestId: id, status }));
    this.#access.refuseImpossible(events, at);
    // A request that would expire before the decision is kept pending until then.
    const until = events.flatMap((event) => pendingUntilDecision(event, party, new Now(at, world.epoch)) ?? []);
    this.#access.performAt(at, events, until);

    return { decided: requests.map((request) => showRequest({ ...request, status }, world)), at: isoTimestamp(at) };
  }

  /** Approves the pending data requests of a party, for one provider or all. @throws Problem 404, 409 */
  approve(partyId: string, provider?: DataRequest['provider']): Schemas['Decision'] {
    return this.decide(partyId, { status: 'APPROVED', ...(provider !== undefined && { provider }) });
  }

  /** Rejects the pending data requests of a party, for one provider or all. @throws Problem 404, 409 */
  reject(partyId: string, provider?: DataRequest['provider']): Schemas['Decision'] {
    return this.decide(partyId, { status: 'REJECTED', ...(provider !== undefined && { provider }) });
  }

  /**
   * Undoes one change: a further event restores the party. If the change added the party, the event removes it.
   * @throws Problem 404, 409 if a later change concerns the same party, 422 if the change concerns several parties
   */
  undo(change: WorldChange): void {
    this.#access.undo(change);
  }

  /** All events that have changed the world, oldest first, and all scheduled events. */
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
}
