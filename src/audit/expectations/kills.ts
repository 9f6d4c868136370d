/** The command is killed at a write, and started again on the files as they are. */

import type { FaultClass } from './fault-class.js';
import { always, RECOVERED } from './right-reactions.js';

const KILLED = {
  kills: true,
  mayHaveArrived: true,
  changesData: false,
  alone: true,
  wait: 1_000,
  expected: always(RECOVERED),
  remedy:
    'Store what was done together with its result, in one step, so that a job that is started again goes on where it was ended.',
} satisfies Partial<FaultClass>;

export const KILLS: readonly FaultClass[] = [
  {
    ...KILLED,
    id: 'killed-after-write',
    title: 'killed',
    summary: 'killed when the write was carried out and its response had not come',
    selection: 'no-answer;times=1;effect=kept',
    kinds: ['link', 'request'],
  },
  {
    ...KILLED,
    id: 'killed-before-next',
    title: 'killed next',
    summary: 'killed at the request that follows a write',
    selection: 'no-answer;times=1;effect=none',
    leftOut: (call, { calls }) => {
      const before = calls[calls.indexOf(call) - 1];
      const isWrite = before?.exchange.method === 'POST' && before.exchange.issuedToken === undefined;
      return isWrite ? undefined : 'no write comes before';
    },
  },
];
