/** The status of a response, or how its connection ended. */

import type { Outline } from '../control/types.js';
import ENDINGS from './endings.json' with { type: 'json' };

/** The ending is undefined for a whole response. */
type Props = Pick<Outline, 'status'> & Readonly<Record<'ending', Outline['ending']>>;

/** The status, or in its place how the connection ended. */
export function Status({ status, ending }: Props) {
  if (ending !== undefined) return <span class="status ended">{ENDINGS[ending]}</span>;
  return <span class={`status s${String(status)[0]}`}>{status}</span>;
}
