/** Endpoints for the journal of a sandbox that do more than call a method: streams, and lists in pieces. */

import { jsonPieces } from '../../../../common/json-pieces.js';
import { allAtOnce } from '../../../../common/steps.js';
import { exchangeOf, outlineOf, type ExchangeRecord } from '../../../journal/exchange-record.js';
import type { Exchange } from '../../../journal/exchange.js';
import type { Schemas } from '../../documents.js';
import { ok, type ControlRequest, type ControlResponse, type Endpoint } from '../endpoint.js';
import { EventStream } from '../streams/event-stream.js';
import { streamMatches } from '../streams/match-stream.js';
import { streamJournal } from '../streams/journal-stream.js';
import type { JournalQuery } from '../../methods/journal/journal-criteria.js';
import type { Redactor } from '../../../redaction/redactor.js';

/** The endpoints, by their `operationId` in `spec/control.yaml`. */
export const journalEndpoints = {
  listExchanges: async ({ sandbox, query, inSteps }) => {
    const { journal } = sandbox();
    const exchanges = await inSteps(journal.exchanges(withNumericStatus(query)));
    // The journal may have removed its oldest exchanges. The reader learns that the list does not begin at the first.
    const more = journal.removedUpTo > 0 && { removedUpTo: journal.removedUpTo };

    return inPieces({ exchanges: [], ...more }, 'exchanges', exchanges);
  },
  verifyJournal: async ({ sandbox, body, inSteps }) => {
    const { expect, inOrder } = body as Schemas['VerifyJournal'];
    const expectations = expect.map((expectation) => withNumericStatus(expectation));
    const { passed, results } = await inSteps(sandbox().journal.verify(expectations, { inOrder }));
    // A response shows each expectation as it was sent.
    const shown = results.map((result, at) => ({ ...result, expectation: expect[at] }));

    return ok({ passed, results: shown });
  },
  followJournal: (request) => follow(request, (record, redactor) => allAtOnce(exchangeOf(record, redactor))),
  // An outline has the sandbox's time. The real time in addition shows where the clock was moved.
  followOutlines: (request) =>
    follow(request, (record, redactor) => ({ ...outlineOf(record, redactor), received: record.received })),
  followMatches: async (request) => {
    const { journal } = request.sandbox();
    const matches = await request.inSteps(journal.matcher(withNumericStatus(request.query)));
    return eventStream(request, (stream) => streamMatches(stream, journal.redacted, matches));
  },
  exportHar: async ({ sandbox, address, query, inSteps }) => {
    const { journal } = sandbox();
    const { redacted } = journal;
    // Each entry is made when it is written.
    const withoutEntries = journal.har(address, []);
    const entryOf = (exchange: Exchange): unknown => journal.har(address, [exchange]).log.entries[0];
    if ('exchange' in query) {
      const exchanges = await inSteps(journal.exchangesIn(query));
      return inPieces(withoutEntries, 'entries', exchanges, entryOf);
    }

    // Each exchange is read when its turn comes. All of them in memory would keep the garbage collector busy.
    const records = redacted.rawJournal.records();
    return inPieces(withoutEntries, 'entries', records, (record) => entryOf(redacted.exchangeOf(record)));
  },
  exportBundle: async ({ sandbox, inSteps }) => {
    const { steps, ...head } = await inSteps(sandbox().journal.bundle());
    return inPieces({ ...head, steps: [] }, 'steps', steps);
  },
} satisfies Record<string, Endpoint>;

/** The most items of a list that is written at once. A longer list is written in pieces. */
const MOST_AT_ONCE = 50;

/** A response whose body is a document with a list. A long list is written in {@link jsonPieces}. */
function inPieces<Item>(
  document: object,
  listName: string,
  items: readonly Item[],
  show?: (item: Item) => unknown,
): ControlResponse {
  const pieces = jsonPieces(document, listName, items, show);
  // Pieces are sent without validation. A short list becomes a body, which is validated.
  return items.length > MOST_AT_ONCE ? { status: 200, pieces } : ok(JSON.parse([...pieces].join('')));
}

/** A response that sends the exchanges of a journal as events. @param show returns the data to send for an exchange */
function follow(
  request: ControlRequest,
  show: (record: ExchangeRecord, redactor: Redactor) => object,
): ControlResponse {
  const { context, path, query, lastEventId } = request;
  // Looked up once: while the stream is open, the sandbox may be unused for too long, and then be removed.
  const sandbox = context.register.existing(path['id'] as string);
  const journal = context.journals.of(sandbox);
  const redactor = context.redactorOf(sandbox);
  const showRecord = (record: ExchangeRecord): object => show(record, redactor);
  const streamQuery = { ...query, lastEventId };

  return eventStream(request, (stream) => streamJournal(stream, journal, showRecord, streamQuery));
}

/** A response of server-sent events. Exchanges of other replicas come through the store, until the reader leaves. */
function eventStream({ path, context }: ControlRequest, sendTo: (stream: EventStream) => void): ControlResponse {
  return {
    status: 200,
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8' },
    stream: (reader) => {
      const stream = new EventStream(reader);
      sendTo(stream);
      const stop = context.shared?.follow(path['id'] as string);
      if (stop !== undefined) stream.onceClosed(stop);
    },
  };
}

/** The query with a number as its status in place of text such as `404`. A class such as `4xx` stays text. */
function withNumericStatus(query: { readonly status?: unknown }): JournalQuery {
  const { status } = query;
  const isNumber = typeof status === 'string' && /^\d+$/.test(status);
  return (isNumber ? { ...query, status: Number(status) } : query) as JournalQuery;
}
