/** The clock of the sandbox: the time, whether it runs, and what happens next. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../../control/call.js';
import type { Clock } from '../../control/types.js';
import { Changes } from '../../parts/changes.js';
import { Form } from '../../parts/form.js';
import { dayAndTime, span } from '../../parts/format.js';
import { Shown } from '../../parts/shown.js';
import { useLoaded } from '../../parts/use-loaded.js';
import { ViewHead } from '../../parts/view-head.js';
import { attempt } from '../../state/notice.js';
import { sandboxId } from '../../state/place.js';
import { UpcomingTable } from './upcoming-table.js';

const EVERY_MILLISECONDS = 3_000;
const STEPS = ['-P1D', '-PT1H', '-PT1M', 'PT1M', 'PT1H', 'P1D', 'P30D'] as const;
const STEP_NAMES: Readonly<Record<(typeof STEPS)[number], string>> = {
  '-P1D': '−1 day',
  '-PT1H': '−1 hour',
  '-PT1M': '−1 minute',
  PT1M: '+1 minute',
  PT1H: '+1 hour',
  P1D: '+1 day',
  P30D: '+30 days',
};

/** A reading of the clock, and when it was read by the clock of this machine. */
interface Reading extends Clock {
  readonly readAt: number;
}

export function ClockView(): JSX.Element {
  const reading = useLoaded(
    async (signal): Promise<Reading> => {
      const clock = await call('get', '/sandboxes/{id}/clock', { path: { id: sandboxId.value }, signal });
      return { ...clock, readAt: Date.now() };
    },
    [],
    EVERY_MILLISECONDS,
  );
  const upcoming = useLoaded(
    async (signal) =>
      (await call('get', '/sandboxes/{id}/clock/upcoming', { path: { id: sandboxId.value }, signal })).upcoming,
    [],
    EVERY_MILLISECONDS,
  );
  const change = (act: () => Promise<unknown>): (() => void) =>
    attempt(async () => {
      await act();
      reading.reload();
      upcoming.reload();
    });
  return (
    <div class="page">
      <ViewHead title="Clock">
        <p class="soft">Everything that expires or ages in this sandbox follows its clock.</p>
      </ViewHead>
      <Shown of={reading}>{(clock) => <ClockCard clock={clock} change={change} />}</Shown>
      <h3>Next</h3>
      <Shown of={upcoming}>
        {(things) => (
          <UpcomingTable
            things={things}
            now={reading.value.value?.time}
            onGo={(time) => change(() => setTime(time))()}
          />
        )}
      </Shown>
    </div>
  );
}

function setTime(time: string): Promise<Clock> {
  return call('put', '/sandboxes/{id}/clock', { path: { id: sandboxId.value }, body: { time } });
}

interface CardProps {
  readonly clock: Reading;
  readonly change: (act: () => Promise<unknown>) => () => void;
}

function ClockCard({ clock, change }: CardProps): JSX.Element {
  const path = { id: sandboxId.value };
  const [typed, setTyped] = useState('');
  return (
    <section class="clock" aria-label="Time">
      <Ticking clock={clock} />
      <Changes>
        <p class="actions">
          {clock.frozen ? (
            <button type="button" onClick={change(() => call('post', '/sandboxes/{id}/clock/thaw', { path }))}>
              Let it run
            </button>
          ) : (
            <button
              type="button"
              onClick={change(() => call('post', '/sandboxes/{id}/clock/freeze', { path, body: {} }))}
            >
              Stop it
            </button>
          )}
          {STEPS.map((by) => (
            <button
              type="button"
              key={by}
              onClick={change(() => call('post', '/sandboxes/{id}/clock/advance', { path, body: { by } }))}
            >
              {STEP_NAMES[by]}
            </button>
          ))}
        </p>
        <Form class="actions" onSubmit={change(() => setTime(`${typed}Z`))}>
          <label>
            Time (UTC){' '}
            <input
              type="datetime-local"
              step="1"
              required
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
          <button type="submit">Go there</button>
          <button type="button" onClick={change(() => setTime(new Date().toISOString()))}>
            To the real time
          </button>
        </Form>
      </Changes>
    </section>
  );
}

/** The time, which goes on between two readings. */
function Ticking({ clock: { time, frozen, readAt } }: { readonly clock: Reading }): JSX.Element {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const shown = Date.parse(time) + (frozen ? 0 : Math.max(0, now - readAt));
  const offset = shown - now;
  const side = offset > 0 ? 'ahead of' : 'behind';
  return (
    <p class="time-now">
      <strong class="mono">{dayAndTime(new Date(shown).toISOString())}</strong> UTC
      <span class={frozen ? 'chip suspected' : 'chip pass'}>{frozen ? 'stopped' : 'running'}</span>
      <span class="soft">{Math.abs(offset) < 5_000 ? 'the real time' : `${span(offset)} ${side} the real time`}</span>
    </p>
  );
}
