/** The world of a sandbox in another process. */

import type { ShownParty } from '../../domain/world/shown-party.js';
import type { StateSandbox } from '../../pact/states/state-sandbox.js';
import type { ControlPlaneClient } from './control-plane-client.js';

type World = StateSandbox['world'];
type Promised<Name extends keyof World> = (
  ...given: Parameters<World[Name]>
) => Promise<Awaited<ReturnType<World[Name]>>>;

/** What a page holds at most over HTTP. */
const LARGEST_PAGE = 100;

interface PageAnswer {
  readonly items: readonly ShownParty[];
  readonly pagination: { readonly total: number };
}

/** The same methods as `WorldControl`; each throws what {@link ControlPlaneClient.call} does. */
export class RemoteWorld implements World {
  readonly #client: ControlPlaneClient;
  readonly #path: string;

  /** @param path of the sandbox */
  constructor(client: ControlPlaneClient, path: string) {
    this.#client = client;
    this.#path = `${path}/world`;
  }

  /** As many requests as it takes: a page over HTTP is smaller than one in-process may be. */
  readonly parties: Promised<'parties'> = async ({ search, offset = 0, limit = 20 } = {}) => {
    const items: ShownParty[] = [];
    for (;;) {
      const query = new URLSearchParams({
        offset: String(offset + items.length),
        limit: String(Math.min(limit - items.length, LARGEST_PAGE)),
        ...(search !== undefined && { search }),
      });
      const page = await this.#client.call<PageAnswer>('GET', `${this.#path}/parties?${query.toString()}`);
      items.push(...page.items);
      const { total } = page.pagination;
      if (page.items.length === 0 || items.length >= limit || offset + items.length >= total) return { items, total };
    }
  };

  readonly party: Promised<'party'> = (partyId) => this.#client.call('GET', this.#partyPath(partyId));

  readonly addParty: Promised<'addParty'> = (entry) => this.#client.call('POST', `${this.#path}/parties`, entry);

  readonly changeParty: Promised<'changeParty'> = (partyId, changes) =>
    this.#client.call('PATCH', this.#partyPath(partyId), changes);

  readonly issue: Promised<'issue'> = (partyId, options) =>
    this.#client.call('POST', `${this.#partyPath(partyId)}/credentials`, options);

  readonly request: Promised<'request'> = (partyId, provider, status) =>
    this.#client.call('POST', `${this.#partyPath(partyId)}/requests`, {
      provider,
      ...(status !== undefined && { status }),
    });

  readonly decide: Promised<'decide'> = (partyId, decision) =>
    this.#client.call('POST', `${this.#partyPath(partyId)}/decisions`, decision);

  readonly credential: Promised<'credential'> = (contractId) =>
    this.#client.call('GET', this.#credentialPath(contractId));

  readonly revoke: Promised<'revoke'> = (contractId, delay = {}) =>
    this.#client.call('POST', `${this.#credentialPath(contractId)}/revoke`, delay);

  readonly archive: Promised<'archive'> = (contractId, delay = {}) =>
    this.#client.call('POST', `${this.#credentialPath(contractId)}/archive`, delay);

  readonly expire: Promised<'expire'> = (contractId, delay = {}) =>
    this.#client.call('POST', `${this.#credentialPath(contractId)}/expire`, delay);

  readonly supersede: Promised<'supersede'> = (contractId, entry = {}) =>
    this.#client.call('POST', `${this.#credentialPath(contractId)}/supersede`, entry);

  #partyPath(partyId: string): string {
    return `${this.#path}/parties/${encodeURIComponent(partyId)}`;
  }

  #credentialPath(contractId: string): string {
    return `${this.#path}/credentials/${encodeURIComponent(contractId)}`;
  }
}
