/** The calls that a hold keeps waiting, shown above every view. Each can be released, or made to fail. */

import { call } from '../control/call.js';
import type { Hold } from '../control/control-plane.js';
import { Action } from '../parts/buttons.js';
import { ExchangeLinks } from '../parts/evidence.js';
import { counted } from '../../common/reporting/phrases.js';
import { openHolds } from '../state/sandbox.js';

/** How the wait of a call ends: the text of the button, the last part of the path, and what is sent. */
const ENDINGS = [
  ['Release', 'release', {}],
  ['Reset its connection', 'fail', { as: 'connection-reset' }],
] as const;

/** The calls that wait now, with buttons that end their wait, and how many further calls will wait. */
export function HeldCalls() {
  const holds = openHolds.value.value ?? [];
  if (holds.length === 0) return null;

  return (
    <section class="bar held" aria-label="Held calls">
      {holds.map((hold) => (
        <CallsOfHold key={hold.id} hold={hold} />
      ))}
    </section>
  );
}

function CallsOfHold({ hold: { id, operation, calls, held } }: { readonly hold: Hold }) {
  const missing = calls - held.length;
  const waiting = held.filter(({ release }) => release === undefined);
  const drop = () => openHolds.reloadAfter(call('delete', '/sandboxes/{id}/holds/{hold}', { path: { hold: id } }));

  return (
    <>
      {waiting.map(({ call: position, exchange }) => (
        <p class="active" key={position}>
          <span>
            {operation} {exchange !== undefined && <ExchangeLinks ids={[exchange]} />} waits.
          </span>
          <Endings hold={id} position={position} operation={operation} />
        </p>
      ))}
      {missing > 0 && (
        <p class="active">
          <span>
            The next {counted(missing, 'call')} of {operation} will wait.
          </span>
          <Action text="Hold none" about={`of ${operation}`} act={drop} />
        </p>
      )}
    </>
  );
}

/** The buttons that end the wait of one call: the hold knows it by its position. */
function Endings({ hold, position, operation }: { hold: string; position: number; operation: string }) {
  return ENDINGS.map(([text, name, how]) => {
    const request = { path: { hold }, body: { call: position, ...how } };
    const end = () => openHolds.reloadAfter(call('post', `/sandboxes/{id}/holds/{hold}/${name}`, request));
    const about = `for call ${position} of ${operation}`;

    return <Action key={name} changes text={text} about={about} act={end} />;
  });
}
