/** A correct client: it retries with pauses, renews its token once, repeats no POST blindly, and keeps what a batch returned. */

import { request } from '../shared/request.js';
import { Session } from '../shared/session.js';

const PAGE = 20;
const LARGEST_BATCH = 100;
const LABELS = { strong: 'Verified', moderate: 'Verified, some time ago', weak: 'Verified long ago' };

export class InstitutionClient {
  #session;
  #apiUrl;

  constructor(service) {
    this.#session = new Session(service);
    this.#apiUrl = service.apiUrl;
  }

  /** Every user, by ID. In this order new users arrive at the end, so that no page moves while the others are read. */
  async users() {
    const users = new Map();
    for (let offset = 0; ;) {
      const { items, pagination } = await this.#session.call(
        `/institutions/me/users?orderBy=id&orderType=ASC&offset=${offset}&limit=${PAGE}`,
      );
      for (const user of items) users.set(user.id, user);
      offset += items.length;
      if (items.length === 0 || offset >= pagination.total) return users;
    }
  }

  /** What a party has disclosed; an unknown party has disclosed nothing. */
  async credentials(partyId) {
    const path = `/institutions/me/credentials/${encodeURIComponent(partyId)}`;
    const { ok, status, data } = await this.#session.send(path);
    if (status === 404) return [];
    if (!ok) throw new Error(`GET ${path}: the service returned ${status}`);
    return data;
  }

  /** Asks a party for credentials. Not repeated if it may have arrived: the party would be asked twice. */
  async requestCredentials(partyId, providers) {
    await this.#session.call('/institutions/me/credentials/request', { method: 'POST', body: { partyId, providers } });
  }

  /** A link for each credential, and why there is none for the others. An item that fails is requested once more. */
  async links(contractIds) {
    const first = await this.#batches([...new Set(contractIds)]);
    const second = await this.#batches([...first.failed.keys()]);
    return { links: new Map([...first.links, ...second.links]), failed: second.failed };
  }

  /** The label of a link's status, or undefined if the link no longer exists. Needs no token. */
  async check(linkToken) {
    const { ok, status, data } = await request(`${this.#apiUrl}/verification/check/${encodeURIComponent(linkToken)}`);
    if (status === 404 || status === 410) return undefined;
    if (!ok) throw new Error(`the check returned ${status}`);
    return LABELS[data.status] ?? 'Not verified';
  }

  async #batches(contractIds) {
    const links = new Map();
    const failed = new Map();
    for (let start = 0; start < contractIds.length; start += LARGEST_BATCH) {
      const requests = contractIds.slice(start, start + LARGEST_BATCH).map((contractId) => ({ contractId }));
      const { results } = await this.#session.call('/verification/generate-links-batch', {
        method: 'POST',
        body: { requests },
      });
      for (const { contractId, result, error } of results) {
        if (result) links.set(contractId, result);
        else failed.set(contractId, error?.message ?? 'unknown reason');
      }
    }
    return { links, failed };
  }
}
