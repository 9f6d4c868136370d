/** Endpoints for the clock of a sandbox. */

import type { Schemas } from '../documents.js';
import { ok, type Endpoint } from '../endpoint.js';

export const clockEndpoints = {
  getClock: ({ sandbox }) => ok(sandbox().clock.reading()),
  listUpcoming: ({ sandbox }) => ok({ upcoming: sandbox().upcoming() }),
  setClock: ({ sandbox, body }) => {
    const { clock } = sandbox();
    const { time = clock.now(), frozen } = body as Schemas['SetClock'];
    return ok(clock.set(time, frozen === undefined ? {} : { frozen }));
  },
  advanceClock: ({ sandbox, body }) => ok(sandbox().clock.advance((body as Schemas['AdvanceClock']).by)),
  freezeClock: ({ sandbox, body = {} }) => ok(sandbox().clock.freeze((body as Schemas['FreezeClock']).time)),
  thawClock: ({ sandbox }) => ok(sandbox().clock.thaw()),
} satisfies Record<string, Endpoint>;
