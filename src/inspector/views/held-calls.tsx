/** The calls that wait, above every view: each can be released, or fail. */

import type { JSX } from 'preact';
import { call } from '../control/call.js';
import { Action, Changes } from '../parts/buttons.js';
import { ExchangeLinks } from '../parts/evidence.js';
import { counted } from '../../common/reporting/phrases.js';
import { openHolds } from '../state/sandbox.js';

export function HeldCalls(): JSX.Element | null {
  const holds = openHolds.value.value ?? [];
  if (holds.length === 0) return null;
  const thenLook = (ending: Promise<unknown>): Promise<unknown> => ending.finally(openHolds.reload);
  return (
    <section class="bar held" aria-label="Held calls">
      {holds.flatMap(({ id: hold, operation, calls, held }) => {
        const path = { hold };
        const missing = calls - held.length;
        const waiting = held.filter(({ release }) => release === undefined);
        return [
          ...waiting.map(({ call: position, exchange }) => (
            <p class="active" key={`${hold} ${position}`}>
              <span>
                {operation} {exchange !== undefined && <ExchangeLinks ids={[exchange]} />} waits.
              </span>
              <Changes>
                <Action
                  aria-label={`Release call ${position} of ${operation}`}
                  act={() => {
                    const body = { call: position };
                    return thenLook(call('post', '/sandboxes/{id}/holds/{hold}/release', { path, body }));
                  }}
                >
                  Release
                </Action>
                <Action
                  aria-label={`Reset its connection, call ${position} of ${operation}`}
                  act={() => {
                    const body = { call: position, as: 'connection-reset' } as const;
                    return thenLook(call('post', '/sandboxes/{id}/holds/{hold}/fail', { path, body }));
                  }}
                >
                  Reset its connection
                </Action>
              </Changes>
            </p>
          )),
          missing > 0 && (
            <p class="active" key={hold}>
              <span>
                The next {counted(missing, 'call')} of {operation} will wait.
              </span>
              <Action
                aria-label={`Hold none of ${operation}`}
                act={() => thenLook(call('delete', '/sandboxes/{id}/holds/{hold}', { path }))}
              >
                Hold none
              </Action>
            </p>
          ),
        ];
      })}
    </section>
  );
}
