/** The status of a response, or how its connection ended. */

import type { Outline } from '../control/types.js';

/** What the client received instead of a whole response, in a word. */
export const ENDINGS: Readonly<Record<NonNullable<Outline['ending']>, string>> = {
  close: 'closed',
  reset: 'reset',
  cut: 'cut off',
  'broken-chunks': 'broken',
  never: 'none',
  'client-left': 'left',
  'client-left-midway': 'left',
};

interface Props extends Pick<Outline, 'status'> {
  /** Undefined for a whole response. */
  readonly ending: Outline['ending'] | undefined;
}

/** The status, or in its place how the connection ended. */
export function Status({ status, ending }: Props) {
  if (ending !== undefined) return <span class="status ended">{ENDINGS[ending]}</span>;
  return <span class={`status s${String(status)[0]}`}>{status}</span>;
}
