/** The clock of the sandbox: the time, whether it runs, and what happens next. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import { call } from '../control/call.js';
import type { Clock, Upcoming } from '../control/types.js';
import { Action, Changes } from '../parts/buttons.js';
import { ExchangeLinks } from '../parts/evidence.js';
import { Form, valuesIn } from '../parts/form.js';
import { dayAndTime, span } from '../parts/format.js';
import { Page, Table } from '../parts/frames.js';
import { Shown, useLoaded } from '../parts/loaded.js';
import { addressOf } from '../state/route.js';
import { chosenSandbox } from '../state/sandbox.js';

/** The buttons that move the clock: a duration (ISO 8601), and the text. */
const STEPS = [
  ['-P1D', '−1 day'],
  ['-PT1H', '−1 hour'],
  ['-PT1M', '−1 minute'],
  ['PT1M', '+1 minute'],
  ['PT1H', '+1 hour'],
  ['P1D', '+1 day'],
  ['P30D', '+30 days'],
] as const;

/** The clock of the sandbox, and what happens next by it. */
export function ClockView() {
  const upcoming = useLoaded(
    async (signal) => (await call('get', '/sandboxes/{id}/clock/upcoming', { signal })).upcoming,
  );
  // The list is loaded again whenever the clock was read.
  useEffect(upcoming.reload, [chosenSandbox.value.value]);
  return (
    <Page title="Clock" about="Everything that expires or ages in this sandbox follows its clock.">
      <Shown of={chosenSandbox}>{({ clock }) => <ClockCard clock={clock} />}</Shown>
      <h3>Next</h3>
      <Shown of={upcoming}>{(things) => <UpcomingTable things={things} />}</Shown>
    </Page>
  );
}

/** Moves, stops or starts the clock. The page then shows what it reads. */
function changeClock(action: 'freeze' | 'thaw' | 'advance', body: { readonly by?: string } = {}): Promise<Clock> {
  return chosenSandbox.reloadAfter(call('post', `/sandboxes/{id}/clock/${action}`, { body }));
}

/** Sets the clock to a time. */
function setTime(time: string): Promise<Clock> {
  return chosenSandbox.reloadAfter(call('put', '/sandboxes/{id}/clock', { body: { time } }));
}

/** The time, and the buttons and fields that change it. */
function ClockCard({ clock }: { readonly clock: Clock }) {
  return (
    <section class="clock" aria-label="Time">
      <Ticking clock={clock} />
      <Changes>
        <p class="actions">
          {clock.frozen && <Action text="Let it run" act={() => changeClock('thaw')} />}
          {!clock.frozen && <Action text="Stop it" act={() => changeClock('freeze')} />}
          {STEPS.map(([by, name]) => (
            <Action key={by} text={name} act={() => changeClock('advance', { by })} />
          ))}
        </p>
        <Form class="actions" onSubmit={(form) => setTime(`${valuesIn(form)['time']}Z`)}>
          <label>
            Time (UTC) <input name="time" type="datetime-local" step="1" required />
          </label>
          <button type="submit">Go there</button>
          <Action text="To the real time" act={() => setTime(new Date().toISOString())} />
        </Form>
      </Changes>
    </section>
  );
}

/** The time of the sandbox. It is shown as going on between two readings of the clock, unless the clock is stopped. */
function Ticking({ clock }: { readonly clock: Clock }) {
  const [now, setNow] = useState(Date.now());
  const readAt = useMemo(() => Date.now(), [clock]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);

  const sinceReading = clock.frozen ? 0 : Math.max(0, now - readAt);
  const shown = Date.parse(clock.time) + sinceReading;

  const offset = shown - now;
  const difference = `${span(offset)} ${offset > 0 ? 'ahead of' : 'behind'} the real time`;

  return (
    <p class="time-now">
      <strong class="mono">{dayAndTime(new Date(shown).toISOString())}</strong> UTC
      <span class={clock.frozen ? 'chip suspected' : 'chip pass'}>{clock.frozen ? 'stopped' : 'running'}</span>
      <span class="soft">{Math.abs(offset) < 5_000 ? 'the real time' : difference}</span>
    </p>
  );
}

/** What happens next by the clock, and buttons that go there. */
function UpcomingTable({ things }: { readonly things: readonly Upcoming[] }) {
  if (things.length === 0) return <p class="empty">Nothing that is known: no token, link or credential expires.</p>;

  const now = chosenSandbox.value.value?.clock.time;
  return (
    <Table label="What happens next" heads={['when (UTC)', 'what', 'about', <span class="hidden">go there</span>]}>
      {things.map(({ at, kind, what, exchange, party }) => (
        <tr key={`${at} ${kind} ${what}`}>
          <td class="nowrap">
            <span class="mono">{dayAndTime(at)}</span>
            {now !== undefined && <div class="soft">in {span(Date.parse(at) - Date.parse(now))}</div>}
          </td>
          <td class="nowrap">{kind === 'event' ? 'scheduled event' : kind.replace('-', ' ')}</td>
          <td class="anywhere">
            {party === undefined ? what : <a href={addressOf({ view: 'world', item: party })}>{what}</a>}{' '}
            {exchange !== undefined && <ExchangeLinks ids={[exchange]} />}
          </td>
          <td class="nowrap">
            <Action changes text="Go there" about={`at ${dayAndTime(at)}`} act={() => setTime(at)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
