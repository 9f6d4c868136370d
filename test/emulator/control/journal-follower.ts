/** A follower of the journal of a sandbox: server-sent events. */

import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import type { ControlledEmulator, TestSandbox } from './controlled-emulator.js';

interface Event {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly id: number; readonly operation: string; readonly status: number };
}

export interface Follower {
  readonly response: IncomingMessage;
  /** The events so far. */
  readonly events: () => Event[];
  readonly numbers: () => number[];
  /** The numbers that the events of missed exchanges name. */
  readonly missed: () => number[];
  readonly text: () => string;
  /** How the stream ended: `end` if the emulator ended it. */
  readonly ended: Promise<string>;
  readonly leave: () => void;
}

/** A function that opens streams of this emulator, or of another one. */
export function followersOf(
  controlled: ControlledEmulator,
): (
  sandbox: Pick<TestSandbox, 'id'>,
  query?: string,
  other?: ControlledEmulator,
  headers?: Readonly<Record<string, string>>,
) => Promise<Follower> {
  return ({ id }, query = '', { emulator } = controlled, headers = {}) =>
    followerAt(`${emulator.url}/_emulator/sandboxes/${id}/journal/stream${query}`, headers);
}

function followerAt(url: string, headers: Readonly<Record<string, string>>): Promise<Follower> {
  return new Promise((resolve, reject) => {
    const asked: ClientRequest = get(url, { agent: false, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      const ended = new Promise<string>((tell) => {
        for (const name of ['end', 'error', 'aborted'])
          response.once(name, () => {
            tell(name);
          });
      });
      const events = () =>
        text
          .split('\n\n')
          .slice(0, -1)
          .filter((block) => block.includes('event: exchange\n'))
          .map(eventOf);
      resolve({
        response,
        events,
        text: () => text,
        numbers: () => events().map(({ data }) => data.id),
        missed: () => [...text.matchAll(/event: gap\ndata: (.*)\n/g)].flatMap(([, gap]) => missedIn(gap!)),
        ended,
        leave: () => {
          asked.destroy();
        },
      });
    });
    asked.once('error', reject);
  });
}

function missedIn(data: string): number[] {
  const { missed, from, to } = JSON.parse(data) as Record<'missed' | 'from' | 'to', number>;
  expect(to).toBe(from + missed - 1);
  return Array.from({ length: missed }, (_, index) => from + index);
}

function eventOf(block: string): Event {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  ) as { id: string; event: string; data: string };
  return { ...fields, data: JSON.parse(fields.data) as Event['data'] };
}
