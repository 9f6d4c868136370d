/** What happens next by the clock, and buttons that go there. */

import type { JSX } from 'preact';
import type { Upcoming } from '../../control/types.js';
import { Action, Changes } from '../../parts/buttons.js';
import { dayAndTime, span } from '../../parts/format.js';
import { addressOf } from '../../state/place.js';

const KINDS: Readonly<Record<Upcoming['kind'], string>> = {
  'token-expires': 'token expires',
  'link-expires': 'link expires',
  'credential-expires': 'credential expires',
  'scenario-ends': 'scenario ends',
  event: 'scheduled event',
};

interface Props {
  readonly things: readonly Upcoming[];
  /** The time of the sandbox; undefined before it is known. */
  readonly now: string | undefined;
  readonly onGo: (time: string) => void;
}

export function UpcomingTable({ things, now, onGo }: Props): JSX.Element {
  if (things.length === 0) return <p class="empty">Nothing that is known: no token, link or credential expires.</p>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="What happens next">
      <table>
        <thead>
          <tr>
            <th>when (UTC)</th>
            <th>what</th>
            <th>about</th>
            <th>
              <span class="hidden">go there</span>
            </th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </div>
  );
}
