/** The status of a response, or how its connection ended. */

import type { Outline } from '../control/types.js';
import ENDINGS from './endings.json' with { type: 'json' };

interface Props extends Pick<Outline, 'status'> {
  /** Undefined for a whole response. */
  readonly ending: Outline['ending'] | undefined;
}

/** The status, or in its place how the connection ended. */
export function Status({ status, ending }: Props) {
  if (ending !== undefined) return <span class="status ended">{ENDINGS[ending]}</span>;
  return <span class={`status s${String(status)[0]}`}>{status}</span>;
}
