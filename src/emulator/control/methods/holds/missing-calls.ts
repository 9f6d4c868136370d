/** Explains why fewer calls have arrived at a hold than a test waits for. */

import { counted } from '../../../../common/reporting/phrases.js';
import { allAtOnce } from '../../../../common/steps.js';
import type { OpenHold } from '../../../holds/open-hold.js';
import { type Exchange, sentByClients } from '../../../journal/exchange.js';
import { exchangeLine } from '../../../journal/exchange-line.js';
import type { JournalControl } from '../journal/journal-control.js';

/** The most exchanges that are listed. */
const MOST_LISTED = 5;

/** The calls that have arrived, and a reason if there is one. @param limit how long the test has waited, in ms */
export function missingCalls(hold: OpenHold, wanted: number, limit: number, journal: JournalControl): string {
  const { terms, arrived } = hold;
  const exchanges = sentByClients(allAtOnce(journal.exchanges({ after: hold.openedAfter })));
  const heldIds = new Set(arrived.map(({ call }) => call.exchange));
  const held = exchanges.filter(({ id }) => heldIds.has(id));
  const others = exchanges.filter(({ id }) => !heldIds.has(id));

  return [
    `Expected ${counted(wanted, 'call')} of ${terms.operation} within ${limit / 1_000} s; arrived: ${arrived.length}.`,
    ...listed('Held', held),
    ...listed('Not held', others),
    ...(waitsOnOneConnection(hold, journal) ? [ONE_CONNECTION] : []),
  ].join(' ');
}

const ONE_CONNECTION =
  'The client has used one connection, whose first response is held: no more can arrive there. Let it open more connections, or hold fewer calls.';

/** Whether a held response blocks the only connection that the client has used. The client then cannot call again. */
function waitsOnOneConnection(hold: OpenHold, journal: JournalControl): boolean {
  const waiting = hold.arrived.find(({ release, call }) => release === undefined && call.connection !== undefined);
  if (waiting === undefined) return false;

  const used = new Set(sentByClients(journal.redacted.rawJournal.records()).map(({ connection }) => connection?.id));
  // A held request is in no journal yet.
  used.add(waiting.call.connection?.id);
  return used.size === 1;
}

/** A title, and a line for each exchange; no lines without exchanges. */
function listed(title: string, exchanges: readonly Exchange[]): string[] {
  if (exchanges.length === 0) return [];

  const lines = exchanges.slice(0, MOST_LISTED).map((exchange) => exchangeLine(exchange));
  const more = exchanges.length > MOST_LISTED ? ` and ${exchanges.length - MOST_LISTED} more` : '';

  return [`${title}: ${lines.join('; ')}${more}.`];
}
