/** The clock of the sandbox: the time, whether it runs, and what happens next. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../control/call.js';
import type { Clock, Upcoming } from '../control/types.js';
import { Action, Changes } from '../parts/buttons.js';
import { Form } from '../parts/form.js';
import { dayAndTime, span } from '../parts/format.js';
import { Page, Table } from '../parts/frames.js';
import { Shown, useLoaded } from '../parts/loaded.js';
import { addressOf } from '../state/route.js';
import { chosenSandbox } from '../state/sandbox.js';

const EVERY_MILLISECONDS = 3_000;
const STEPS = [
  ['-P1D', '−1 day'],
  ['-PT1H', '−1 hour'],
  ['-PT1M', '−1 minute'],
  ['PT1M', '+1 minute'],
  ['PT1H', '+1 hour'],
  ['P1D', '+1 day'],
  ['P30D', '+30 days'],
] as const;

/** A reading of the clock, and when it was read by the clock of this machine. */
interface Reading extends Clock {
  readonly readAt: number;
}

export function ClockView(): JSX.Element {
  const reading = useLoaded(
    async (signal): Promise<Reading> => {
      const clock = await call('get', '/sandboxes/{id}/clock', { signal });
      return { ...clock, readAt: Date.now() };
    },
    [],
    EVERY_MILLISECONDS,
  );
  const upcoming = useLoaded(
    async (signal) => (await call('get', '/sandboxes/{id}/clock/upcoming', { signal })).upcoming,
    [],
    EVERY_MILLISECONDS,
  );
  const change = async (changing: Promise<unknown>): Promise<void> => {
    await changing;
    reading.reload();
    upcoming.reload();
    chosenSandbox.reload();
  };
  return (
    <Page title="Clock" about="Everything that expires or ages in this sandbox follows its clock.">
      <Shown of={reading}>{(clock) => <ClockCard clock={clock} change={change} />}</Shown>
      <h3>Next</h3>
      <Shown of={upcoming}>
        {(things) => (
          <UpcomingTable things={things} now={reading.value.value?.time} onGo={(time) => change(setTime(time))} />
        )}
      </Shown>
    </Page>
  );
}

function setTime(time: string): Promise<Clock> {
  return call('put', '/sandboxes/{id}/clock', { body: { time } });
}

interface CardProps {
  readonly clock: Reading;
  /** Loads again what is shown, once the clock has changed. */
  readonly change: (changing: Promise<unknown>) => Promise<void>;
}

function ClockCard({ clock, change }: CardProps): JSX.Element {
  const [typed, setTyped] = useState('');
  return (
    <section class="clock" aria-label="Time">
      <Ticking clock={clock} />
      <Changes>
        <p class="actions">
          {clock.frozen ? (
            <Action act={() => change(call('post', '/sandboxes/{id}/clock/thaw'))}>Let it run</Action>
          ) : (
            <Action act={() => change(call('post', '/sandboxes/{id}/clock/freeze', { body: {} }))}>Stop it</Action>
          )}
          {STEPS.map(([by, name]) => (
            <Action key={by} act={() => change(call('post', '/sandboxes/{id}/clock/advance', { body: { by } }))}>
              {name}
            </Action>
          ))}
        </p>
        <Form class="actions" onSubmit={() => change(setTime(`${typed}Z`))}>
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
          <Action act={() => change(setTime(new Date().toISOString()))}>To the real time</Action>
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

const KINDS: Readonly<Record<Upcoming['kind'], string>> = {
  'token-expires': 'token expires',
  'link-expires': 'link expires',
  'credential-expires': 'credential expires',
  'scenario-ends': 'scenario ends',
  event: 'scheduled event',
};

interface TableProps {
  readonly things: readonly Upcoming[];
  /** The time of the sandbox; undefined before it is known. */
  readonly now: string | undefined;
  readonly onGo: (time: string) => unknown;
}

/** What happens next by the clock, and buttons that go there. */
function UpcomingTable({ things, now, onGo }: TableProps): JSX.Element {
  if (things.length === 0) return <p class="empty">Nothing that is known: no token, link or credential expires.</p>;
  return (
    <Table label="What happens next" heads={['when (UTC)', 'what', 'about', <span class="hidden">go there</span>]}>
      {things.map(({ at, kind, what, exchange, party }) => (
        <tr key={`${at} ${kind} ${what}`}>
          <td class="nowrap">
            <span class="mono">{dayAndTime(at)}</span>
            {now !== undefined && <div class="soft">in {span(Date.parse(at) - Date.parse(now))}</div>}
          </td>
          <td class="nowrap">{KINDS[kind]}</td>
          <td class="anywhere">
            {party === undefined ? what : <a href={addressOf({ view: 'world', item: party })}>{what}</a>}
            {exchange !== undefined && (
              <>
                {' '}
                <a href={addressOf({ view: 'exchanges', item: String(exchange) })}>#{exchange}</a>
              </>
            )}
          </td>
          <td class="nowrap">
            <Changes>
              <Action aria-label={`Go there: ${dayAndTime(at)}`} act={() => onGo(at)}>
                Go there
              </Action>
            </Changes>
          </td>
        </tr>
      ))}
    </Table>
  );
}
