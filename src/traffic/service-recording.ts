/** The exchanges of recordings with a service, in the form that the judge reads, and in a form that may be printed. */

import { withoutUndefined } from '../common/json.js';
import type { Exchange } from '../emulator/journal/exchange.js';
import { clientsIn } from './recorded-clients.js';
import type { LeftOut, Place, ReadEntry, RecordedExchange } from './recorded-exchange.js';
import { filesOf, type RecordedFile } from './recorded-file.js';
import type { SeenExchange } from './seen-exchange.js';
import { judgedExchange, SECOND, tokenOf } from './service-exchange.js';
import { type ReadExchange, type RecordedService, serviceTraffic } from './service-traffic.js';
import { ShownRequests, UNKNOWN_NAME } from './shown-requests.js';
import { TokenHosts } from './token-hosts.js';
import FLAWS from './flaws.json' with { type: 'json' };

/** Why an exchange is not read, or only a part of it. */
type Flaw = LeftOut | 'preflight';

/** The content of the recordings, after all exchanges were seen. */
export interface ReadRecording {
  /** The exchanges in the order of time, with ascending numbers. */
  readonly exchanges: readonly Exchange[];
  /** Returns the file in which an exchange is recorded. */
  readonly fileOf: (exchange: Pick<Exchange, 'id'>) => RecordedFile;
  readonly files: readonly RecordedFile[];
  /** Whether the times of an exchange are too coarse to show pauses and durations. */
  readonly lacksTimes: (exchange: Pick<Exchange, 'id'>) => boolean;
  /** How many exchanges were left out or are not whole, and why, as the end of a sentence. Empty if there are none. */
  readonly flawed: string;
  /** Shows a request in one line: `GET /api/v1/institutions/me/users?limit 429, 10:00:01.200, entry 4`. */
  readonly lineOf: (exchange: Pick<Exchange, 'id'>) => string;
  /** The names of the request's query parameters, without names that the contract lacks. */
  readonly namesOf: (exchange: Pick<Exchange, 'id'>) => readonly string[];
}

/**
 * Collects exchanges with a service. Read them after the last one, because whole files decide what single exchanges
 * show.
 */
export class ServiceRecording {
  readonly #readExchange: ReadExchange;
  readonly #shown: ShownRequests;
  readonly #found: SeenExchange[] = [];
  readonly #flawed = new Map<Flaw, number>();
  readonly #tokenHosts = new TokenHosts();
  readonly #connections = new Map<number, Set<string>>();

  constructor(service: RecordedService) {
    // An exchange that was aborted, or has no whole body, still gives evidence by its times and its status.
    const hasEvidence = ({ leftOut }: RecordedExchange): boolean => leftOut === 'aborted' || leftOut === 'cut';
    this.#readExchange = serviceTraffic(service, hasEvidence, true);
    this.#shown = new ShownRequests(service.contract);
  }

  /** Keeps an exchange with the service. @returns whether it is one */
  see(place: Place, recorded: ReadEntry): boolean {
    const seenOrFlaw = typeof recorded === 'string' ? recorded : this.#seenOrFlaw(place, recorded);
    const isSeen = typeof seenOrFlaw !== 'string';
    if (isSeen) this.#found.push(seenOrFlaw);

    // An exchange that is read may have a flaw, too.
    const flaw = isSeen ? seenOrFlaw.leftOut : seenOrFlaw;
    if (flaw !== undefined) this.#flawed.set(flaw, (this.#flawed.get(flaw) ?? 0) + 1);

    return isSeen;
  }

  /** The exchange with the service, or why it is not read. */
  #seenOrFlaw(place: Place, recorded: RecordedExchange): SeenExchange | Flaw {
    const namesInFile = this.#connections.get(place.file) ?? new Set();
    if (recorded.connection !== undefined) this.#connections.set(place.file, namesInFile.add(recorded.connection));

    // The names of connections to other hosts count, too: they show whether the recording tells connections apart.
    const seen = this.#readExchange(place, recorded);
    // A token request to another host may be one to the service's authorization server.
    if (seen === 'foreign') this.#tokenHosts.see(recorded);

    return typeof seen !== 'string' && isPreflight(seen) ? 'preflight' : seen;
  }

  /** How many exchanges were left out or are not whole, and why, as the end of a sentence; empty if there are none. */
  get flawed(): string {
    const counts = [...this.#flawed].map(([flaw, count]) => `${count} ${FLAWS[flaw]}`);
    if (counts.length === 0) return '';

    const flaws = `; not read, or not whole: ${counts.join(', ')}`;
    return [flaws, ...this.#tokenHosts.sentences()].join('; ');
  }

  /** The exchanges in the form of the judge. Call this after the last exchange. */
  read(): ReadRecording {
    const files = filesOf(this.#found, this.#connections);
    const clientOf = clientsIn(this.#found, files);
    const tokens = this.#found.flatMap((seen) => tokenOf(seen, seen.sent) ?? []);
    const expiries = new Map(tokens.map(({ id, expiresAt }) => [id, expiresAt]));

    let received = 0;
    const exchanges = this.#found.map((seen): Exchange => {
      const { connections, lacksMilliseconds } = files.get(seen.place.file)!;
      // An exchange without a time gets the time of the exchange before it.
      received = seen.sent ?? received;
      const judged = judgedExchange(seen, received, lacksMilliseconds ? SECOND : 0);

      // What only the whole file shows: the connection, the client, and how long its token was valid.
      const { tokenDigest: id } = seen;
      // A token that was issued outside the recording has no known expiry. It counts as expired, so that no rule takes
      // it for valid.
      const accessToken = id === undefined ? undefined : { id, expiresAt: expiries.get(id) ?? judged.at };
      const ofFile = withoutUndefined({ connection: connections.get(seen), clientId: clientOf(seen), accessToken });
      if (judged.operation !== undefined) return { ...judged, ...ofFile };

      // The path of an unknown endpoint may contain private values, so only a form without values is shown.
      return { ...judged, ...ofFile, path: this.#shown.path(seen), diagnostics: this.#shown.hint(seen) };
    });

    const seenByNumber = new Map(this.#found.map((seen) => [seen.position, seen]));
    const fileOf: ReadRecording['fileOf'] = ({ id }) => files.get(seenByNumber.get(id)!.place.file)!;

    return {
      exchanges,
      files: [...files.values()],
      flawed: this.flawed,
      fileOf,
      lacksTimes: (exchange) => fileOf(exchange).lacksMilliseconds,
      lineOf: ({ id }) => this.#shown.line(seenByNumber.get(id)!, files.size > 1),
      namesOf: ({ id }) => this.#shown.names(seenByNumber.get(id)!).filter((name) => name !== UNKNOWN_NAME),
    };
  }
}

/** Whether a browser sent the request by itself (https://fetch.spec.whatwg.org/#cors-preflight-fetch). */
function isPreflight({ method, request: { headers } }: SeenExchange): boolean {
  return method === 'OPTIONS' && 'access-control-request-method' in headers;
}
