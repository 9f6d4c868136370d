/** Endpoints for the clock of a sandbox. */

import { ok, type Endpoint } from '../endpoint.js';

interface ClockBody {
  readonly time?: string;
  readonly frozen?: boolean;
}

export const clockEndpoints = {
  getClock: ({ sandbox }) => ok(sandbox().clock.reading()),
  listUpcoming: ({ sandbox }) => ok({ upcoming: sandbox().upcoming() }),
  setClock: ({ sandbox, body }) => {
    const { clock } = sandbox();
    const { time = clock.now(), frozen } = body as ClockBody;
    return ok(clock.set(time, frozen === undefined ? {} : { frozen }));
  },
  advanceClock: ({ sandbox, body }) => ok(sandbox().clock.advance((body as { by: string }).by)),
  freezeClock: ({ sandbox, body = {} }) => ok(sandbox().clock.freeze((body as ClockBody).time)),
  thawClock: ({ sandbox }) => ok(sandbox().clock.thaw()),
} satisfies Record<string, Endpoint>;
