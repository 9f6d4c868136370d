/** How a client reacted to a fault. */

/** All reactions: where two fit, the first one counts. */
export const REACTIONS = [
  'crashed',
  'misbehaved',
  'not observed',
  'hung',
  'stayed broken',
  'gave up',
  'swallowed',
  'test gap',
  'wrong result',
  'note',
  'recovered',
] as const;

export type Reaction = (typeof REACTIONS)[number];

/** Reactions that accuse no client, whatever the fault: they are shown apart from findings. */
export const WITHOUT_ACCUSATION: ReadonlySet<Reaction> = new Set(['not observed', 'test gap', 'note', 'recovered']);

/** Whether other faults of the same run can be judged, too: no test has failed. */
export function isPassing({
  reaction,
  failedTest,
}: {
  readonly reaction: Reaction;
  readonly failedTest?: unknown;
}): boolean {
  return reaction === 'recovered' || reaction === 'test gap' || (reaction === 'note' && failedTest === undefined);
}

/** Reactions without a second request. After a test gap, the effect of a write may be a proof. */
export const HAS_NOT_ASKED_AGAIN: ReadonlySet<Reaction> = new Set(['hung', 'gave up', 'swallowed']);
