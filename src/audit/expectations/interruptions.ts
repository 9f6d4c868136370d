/** What happens to the command or to the emulator while a call is open. */

import { BESIDE, type FaultClass } from './fault-class.js';
import { always, RECOVERED, RECOVERED_OR_GAVE_UP } from './right-reactions.js';

/** The command is killed at a write, and started again on the files as they are. */
const KILLED = {
  meanwhile: 'killed',
  mayHaveArrived: true,
  changesData: false,
  alone: true,
  wait: 1_000,
  expected: always(RECOVERED),
  remedy:
    'Store the progress together with the result, in one step, so that a restarted job continues where it stopped.',
} satisfies Partial<FaultClass>;

export const INTERRUPTIONS: readonly FaultClass[] = [
  {
    id: 'connection-refused',
    title: 'refused',
    summary: 'the connection ends without a response, and for a second new ones are refused',
    // Another text than that of silent-before, since each injection stands for one class.
    selection: 'no-answer;after=0;times=1;effect=none',
    leftOut: ({ sandbox }) =>
      // Fixtures would be refused, too.
      sandbox === BESIDE ? undefined : 'only the emulator beside the command can refuse connections',
    meanwhile: 'refused',
    breaks: ['connection'],
    mayHaveArrived: true,
    changesData: false,
    alone: true,
    beginsLike: 'reset',
    wait: 1_000,
    expected: always(RECOVERED_OR_GAVE_UP),
    remedy: 'Treat a refused connection like 503.',
  },
  {
    ...KILLED,
    id: 'killed-after-write',
    title: 'killed',
    summary: 'killed after the write was carried out, before its response arrived',
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
