/** Mistake: when a page cannot be read, it goes on with the next one, and the items of that page are lost. */

import { Session } from '../shared/session.js';

export async function* walk(service, { limit = 20 } = {}) {
  const session = new Session(service);
  let total = Infinity;
  for (let offset = 0; offset < total; offset += limit) {
    try {
      // The next page is not worth a retry: the nightly run reads everything again.
      const { ok, status, data } = await session.send(
        `/institutions/me/users?orderBy=id&orderType=ASC&offset=${offset}&limit=${limit}`,
        { repeatable: offset === 0 },
      );
      if (!ok) throw new Error(`status ${status}`);
      total = data.pagination.total;
      yield* data.items;
    } catch (error) {
      if (total === Infinity) throw error;
    }
  }
}
