/** How a client reacted to a fault. */

/** The worst first: where two fit, the first one counts. */
export const REACTIONS = [
  'crashed',
  'hung',
  'misbehaved',
  'swallowed',
  'wrong result',
  'failed unclearly',
  'failed clearly',
  'cannot be recovered',
  'recovered',
  'not reached',
] as const;

export type Reaction = (typeof REACTIONS)[number];

export const REACTION_MEANINGS: Readonly<Record<Reaction, string>> = {
  crashed: 'the program ended with a mistake of its own, such as a TypeError, or was killed',
  hung: 'the command or a test was still waiting when its time was over',
  misbehaved: 'a rule of the judge was broken because of the fault',
  swallowed: 'the fault took something away, nobody asked for it again, and no test failed',
  'wrong result':
    'the client went on with something else than without the fault: other calls, a second write, a wrong value',
  'failed unclearly': 'a test failed with an error that does not name the cause',
  'failed clearly': 'a test failed with an error that names the cause',
  'cannot be recovered': 'the fault lasted, and the client gave up in time with an error that names the cause',
  recovered: 'the client had everything in the end, and the command passed, unless another fault came later',
  'not reached': 'the call did not happen in this run',
};
