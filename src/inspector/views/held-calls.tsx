/** The calls that wait, above every view: each can be released, or fail. */

import type { JSX } from 'preact';
import { call } from '../control/call.js';
import type { Hold } from '../control/types.js';
import { Action, Changes } from '../parts/buttons.js';
import { ExchangeLinks } from '../parts/evidence.js';
import { counted } from '../parts/format.js';
import { openHolds } from '../state/holds.js';

export function HeldCalls(): JSX.Element | null {
  const holds = openHolds.value.value ?? [];
  if (holds.length === 0) return null;
  return (
    <section class="bar held" aria-label="Held calls">
      <ul>
        {holds.map((hold) => (
          <HoldLines key={hold.id} hold={hold} />
        ))}
      </ul>
    </section>
  );
}

/** The calls of a hold that wait, and how many it still waits for. */
function HoldLines({ hold: { id, operation, calls, held } }: { readonly hold: Hold }): JSX.Element {
  const path = { hold: id };
  const missing = calls - held.length;
  const change = (act: () => Promise<undefined>) => async (): Promise<void> => {
    await act().finally(openHolds.reload);
  };
  return (
    <>
      {held
        .filter(({ release }) => release === undefined)
        .map(({ call: number, exchange }) => (
          <li class="active" key={number}>
            <span>
              {operation} {exchange !== undefined && <ExchangeLinks ids={[exchange]} />} waits.
            </span>
            <Changes>
              <Action
                aria-label={`Release call ${number} of ${operation}`}
                act={change(() =>
                  call('post', '/sandboxes/{id}/holds/{hold}/release', { path, body: { call: number } }),
                )}
              >
                Release
              </Action>
              <Action
                aria-label={`Fail call ${number} of ${operation}`}
                act={change(() =>
                  call('post', '/sandboxes/{id}/holds/{hold}/fail', {
                    path,
                    body: { call: number, as: 'connection-reset' },
                  }),
                )}
              >
                Reset its connection
              </Action>
            </Changes>
          </li>
        ))}
      {missing > 0 && (
        <li class="active">
          <span>
            The next {counted(missing, 'call')} of {operation} will wait.
          </span>
          <Changes>
            <Action
              aria-label={`Hold no call of ${operation}`}
              act={change(() => call('delete', '/sandboxes/{id}/holds/{hold}', { path }))}
            >
              Hold none
            </Action>
          </Changes>
        </li>
      )}
    </>
  );
}
