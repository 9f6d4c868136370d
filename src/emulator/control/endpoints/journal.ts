/** Endpoints for the journal of a sandbox, and for what it shows about the consumer. */

import type { Response } from 'express';
import { NO_CONTENT, ok, type ControlRequest, type ControlResponse, type Endpoint } from '../endpoint.js';
import { inSteps, jsonPieces } from '../journal/in-steps.js';
import type { Exchange } from '../../journal/exchange.js';
import type { JournalPart } from '../journal/journal-control.js';
import type { ExchangeExpectation, JournalQuery } from '../journal/journal-criteria.js';
import type { PactParties } from '../pact-document.js';

/** A query over HTTP: the status is text, `404` or `4xx`. */
type TextQuery = Omit<JournalQuery, 'status'> & { readonly status?: string };

/** So many exchanges are written at once. More are written in pieces. */
const MOST_AT_ONCE = 50;

interface VerifyBody {
  readonly expect: readonly (Omit<ExchangeExpectation, 'status'> & { readonly status?: string | number })[];
  readonly inOrder?: boolean;
}

export const journalEndpoints = {
  listExchanges: async ({ sandbox, query }) => {
    const { journal } = sandbox();
    const exchanges = await inSteps(journal.exchangesInSteps(withStatus(query as TextQuery)));
    const more = journal.removedUpTo > 0 && { removedUpTo: journal.removedUpTo };
    if (exchanges.length <= MOST_AT_ONCE) return ok({ exchanges, ...more });
    return { status: 200, pieces: jsonPieces({ exchanges: [], ...more }, 'exchanges', exchanges) };
  },
  clearJournal: ({ sandbox }) => {
    sandbox().journal.clear();
    return NO_CONTENT;
  },
  getExchange: ({ sandbox, path }) => ok(sandbox().journal.exchange(path['exchange'] as number)),
  verifyJournal: ({ sandbox, body }) => {
    const { expect, inOrder } = body as VerifyBody;
    const { passed, results } = sandbox().journal.verify(
      expect.map(withStatus),
      inOrder === undefined ? {} : { inOrder },
    );
    return ok({ passed, results: results.map((result, at) => ({ ...result, expectation: expect[at] })) });
  },
  followJournal: (request) => {
    const { journal } = request.sandbox();
    const { from } = request.query as { from?: number };
    return eventStream(request, (res) => {
      journal.streams.exchanges(res, from);
    });
  },
  followOutlines: (request) => {
    const { journal } = request.sandbox();
    return eventStream(request, (res) => {
      journal.streams.outlines(res, request.query);
    });
  },
  followMatches: (request) => {
    const { journal } = request.sandbox();
    const matches = journal.matcher(withStatus(request.query as TextQuery));
    return eventStream(request, (res) => {
      journal.streams.matches(res, matches);
    });
  },
  exportHar: async ({ sandbox, address, query }) => {
    const { journal } = sandbox();
    const { exchange } = query as JournalPart;
    if (exchange !== undefined) return ok(journal.har(address, { exchange }));
    const exchanges = await inSteps(journal.exchangesInSteps());
    const har = journal.harOf(exchanges.slice(0, MOST_AT_ONCE), address);
    if (exchanges.length <= MOST_AT_ONCE) return ok(har);
    const [empty, entry] = [
      journal.harOf([], address),
      (one: Exchange) => journal.harOf([one], address).log.entries[0],
    ];
    return { status: 200, pieces: jsonPieces(empty, 'entries', exchanges, entry) };
  },
  exportPact: ({ sandbox, query }) => ok(sandbox().pact(query as unknown as PactParties & JournalPart)),
  getCoverage: ({ sandbox }) => ok(sandbox().coverage()),
  judgeBehaviour: async ({ sandbox, query }) => ok(await inSteps(sandbox().journal.behaviourInSteps(query))),
  sumUpGuesses: ({ sandbox }) => ok(sandbox().fidelity()),
} satisfies Record<string, Endpoint>;

/** A response of server-sent events. Exchanges of other replicas come through the store, until the reader leaves. */
function eventStream(
  { path, context: { shared } }: ControlRequest,
  stream: (reader: Response) => void,
): ControlResponse {
  return {
    status: 200,
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8' },
    stream: (reader) => {
      stream(reader);
      const stop = shared?.follow(path['id'] as string);
      if (stop !== undefined) reader.once('close', stop);
    },
  };
}

function withStatus<Query extends { readonly status?: string | number }>({
  status,
  ...others
}: Query): Omit<Query, 'status'> & Pick<JournalQuery, 'status'> {
  if (status === undefined) return others;
  return {
    ...others,
    status: /^\d+$/.test(String(status)) ? Number(status) : (status as NonNullable<JournalQuery['status']>),
  };
}
