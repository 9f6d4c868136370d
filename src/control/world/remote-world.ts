/** The world of a sandbox in another process. */

import type { Decided } from '../../domain/world/change-requests.js';
import type { DataRequest } from '../../domain/world/model.js';
import type { SeenParty } from '../../domain/world/seen-party.js';
import type { ShownParty } from '../../domain/world/shown-party.js';
import type { StateSandbox } from '../../pact/states/state-sandbox.js';
import type { ControlPlaneClient } from '../client/control-plane-client.js';
import type { LinkOptions, MintedLink } from './verification-link.js';
import type { WorldControl } from './world-control.js';

type World = StateSandbox['world'];
type Promised<Name extends keyof World> = (
  ...given: Parameters<World[Name]>
) => Promise<Awaited<ReturnType<World[Name]>>>;

/** Largest page over HTTP. */
const LARGEST_PAGE = 100;

interface PartiesPage {
  readonly items: readonly ShownParty[];
  readonly pagination: { readonly total: number };
}

/** The methods of `WorldControl`, each of which returns a promise. It throws the errors of {@link ControlPlaneClient.call}. */
export class RemoteWorld implements World {
  readonly #client: ControlPlaneClient;
  readonly #sandbox: string;

  /** @param sandbox path of the sandbox, relative to `/_emulator/` */
  constructor(client: ControlPlaneClient, sandbox: string) {
    this.#client = client;
    this.#sandbox = sandbox;
  }

  /** Requests as many pages as needed: pages over HTTP are smaller than in a program. */
  readonly parties: Promised<'parties'> = async ({ search, offset = 0, limit = 20 } = {}) => {
    const items: ShownParty[] = [];
    for (;;) {
      const query = new URLSearchParams({
        offset: String(offset + items.length),
        limit: String(Math.min(limit - items.length, LARGEST_PAGE)),
        ...(search !== undefined && { search }),
      });
      const page = await this.#client.call<PartiesPage>('GET', `${this.#sandbox}/world/parties?${query.toString()}`);
      items.push(...page.items);
      const { total } = page.pagination;
      if (page.items.length === 0 || items.length >= limit || offset + items.length >= total) return { items, total };
    }
  };

  readonly party: Promised<'party'> = (partyId) => this.#client.call('GET', this.#partyPath(partyId));

  /** What the institution sees of a party, in the format of the service. */
  readonly seen = (partyId: string): Promise<SeenParty> => this.#client.call('GET', `${this.#partyPath(partyId)}/seen`);

  readonly addParty: Promised<'addParty'> = (entry) => this.#post(`${this.#sandbox}/world/parties`, entry);

  readonly changeParty: Promised<'changeParty'> = (partyId, changes) =>
    this.#client.call('PATCH', this.#partyPath(partyId), { body: changes });

  readonly issue: Promised<'issue'> = (partyId, options) =>
    this.#post(`${this.#partyPath(partyId)}/credentials`, options);

  readonly request: Promised<'request'> = (partyId, provider, status) =>
    this.#post(`${this.#partyPath(partyId)}/requests`, { provider, ...(status !== undefined && { status }) });

  readonly decide: Promised<'decide'> = (partyId, decision) =>
    this.#post(`${this.#partyPath(partyId)}/decisions`, decision);

  /** Approves the pending data requests of a party, for one provider or all. */
  approve(partyId: string, provider?: DataRequest['provider']): Promise<Decided> {
    return this.decide(partyId, { status: 'APPROVED', ...(provider !== undefined && { provider }) });
  }

  /** Rejects the pending data requests of a party, for one provider or all. */
  reject(partyId: string, provider?: DataRequest['provider']): Promise<Decided> {
    return this.decide(partyId, { status: 'REJECTED', ...(provider !== undefined && { provider }) });
  }

  /** Every event that has changed the world, oldest first, and the scheduled ones. */
  events(): Promise<ReturnType<WorldControl['events']>> {
    return this.#client.call('GET', `${this.#sandbox}/world/events`);
  }

  readonly credential: Promised<'credential'> = (contractId) =>
    this.#client.call('GET', this.#credentialPath(contractId));

  readonly revoke: Promised<'revoke'> = (contractId, delay = {}) =>
    this.#post(`${this.#credentialPath(contractId)}/revoke`, delay);

  readonly archive: Promised<'archive'> = (contractId, delay = {}) =>
    this.#post(`${this.#credentialPath(contractId)}/archive`, delay);

  readonly expire: Promised<'expire'> = (contractId, delay = {}) =>
    this.#post(`${this.#credentialPath(contractId)}/expire`, delay);

  readonly supersede: Promised<'supersede'> = (contractId, entry = {}) =>
    this.#post(`${this.#credentialPath(contractId)}/supersede`, entry);

  /** Creates a verification link for a credential. */
  verificationLink(contractId: string, options: LinkOptions): Promise<MintedLink> {
    return this.#post(`${this.#sandbox}/verification-links`, { contractId, ...options });
  }

  #post<Body>(path: string, body: object): Promise<Body> {
    return this.#client.call('POST', path, { body });
  }

  #partyPath(partyId: string): string {
    return `${this.#sandbox}/world/parties/${encodeURIComponent(partyId)}`;
  }

  #credentialPath(contractId: string): string {
    return `${this.#sandbox}/world/credentials/${encodeURIComponent(contractId)}`;
  }
}
