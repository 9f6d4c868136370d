/** The exchanges of a sandbox as server-sent events, until the reader leaves or the sandbox is removed. */

import type { ServerResponse } from 'node:http';
import type { ExchangeRecord } from '../../journal/exchange-record.js';
import type { Exchange, ExchangeOutline } from '../../journal/exchange.js';
import type { ControlContext } from '../control-context.js';
import { streamExchanges } from './exchange-stream.js';
import { streamMatches } from './match-stream.js';
import { streamOutlines } from './outline-stream.js';
import type { ShownJournal } from './shown-journal.js';

/** Where a stream of outlines begins, and how fast it is. */
interface OutlineQuery {
  /** Number of the first exchange, if the journal still has it. Default: the next exchange. */
  readonly from?: number;
  /** The ID of the journal that `from` is about. Of another one all exchanges are sent. */
  readonly journal?: string;
  /** The most exchanges to send in a second. Default: all. */
  readonly rate?: number;
}

export class JournalStreams {
  readonly #shown: ShownJournal;
  readonly #id: string;
  readonly #onStalled: () => void;

  constructor(shown: ShownJournal, { journalsId, metrics }: Pick<ControlContext, 'journalsId' | 'metrics'>) {
    this.#shown = shown;
    this.#id = journalsId;
    this.#onStalled = () => {
      metrics.streamStalled();
    };
  }

  /** @param from number of the first exchange, if the journal still has it; default: the next exchange */
  exchanges(reader: ServerResponse, from?: number): void {
    const { journal } = this.#shown;
    streamExchanges(reader, { journal, show: this.#shown.shower(), from, onStalled: this.#onStalled });
  }

  /** One line of each exchange. */
  outlines(reader: ServerResponse, { from, journal: known, rate }: OutlineQuery = {}): void {
    const { journal } = this.#shown;
    const id = this.#id;
    const isOther = known !== undefined && (known !== id || (from ?? 1) > journal.last + 1);
    streamOutlines(reader, {
      journal,
      id,
      // A reset sandbox has another journal.
      removedUpTo: () => this.#shown.journal.removedUpTo,
      outline: (record): ExchangeOutline => this.#shown.outline(record),
      learn: (record) => {
        this.#shown.learnForOutlines(record);
      },
      from: isOther ? 1 : from,
      rate,
      onStalled: this.#onStalled,
    });
  }

  /** The numbers of the exchanges that match. */
  matches(reader: ServerResponse, matches: (exchange: Exchange) => boolean): void {
    const show = this.#shown.shower();
    const accepts = (record: ExchangeRecord): boolean => matches(show(record));
    streamMatches(reader, { journal: this.#shown.journal, accepts });
  }
}
