/**
 * What a sandbox may be like, as far as its answers tell. A request without an answer may have had its effect or not, now
 * or later, so there can be more than one possibility; none means that the answers contradict each other.
 */

import { isDeepStrictEqual } from 'node:util';
import {
  afterChange,
  afterRequest,
  type Answer,
  type ClientRequest,
  type ControlChange,
  type SandboxModel,
} from './service-model.js';

/** A request and its answer. */
export interface SentRequest {
  readonly request: ClientRequest;
  /** The answer and the number of the exchange; undefined if there was none. */
  readonly reply: { readonly exchange: number; readonly answer: Answer } | undefined;
}

/** A change and its answer; undefined if there was none. */
export interface SentChange {
  readonly change: ControlChange;
  readonly answer: Answer | undefined;
}

interface Possibility {
  readonly model: SandboxModel;
  /** Requests without an answer that have not had an effect so far. */
  readonly unanswered: readonly ClientRequest[];
}

/** No order of what was sent explains the answers. */
export class UnexplainedError extends Error {
  override readonly name = 'UnexplainedError';
}

export class PossibleStates {
  #possible: readonly Possibility[];

  constructor(model: SandboxModel) {
    this.#possible = [{ model, unanswered: [] }];
  }

  /** The time of the sandbox's clock. */
  get now(): number {
    return this.#possible[0]!.model.now;
  }

  /** Keeps the possibilities in which the clock shows this time. @throws UnexplainedError */
  keepTime(now: number): void {
    this.#continueWith(
      this.#possible.filter(({ model }) => model.now === now),
      () => `nothing explains that the clock shows ${new Date(now).toISOString()}`,
    );
  }

  /**
   * Requests and changes that were sent at the same time.
   * @throws UnexplainedError
   */
  after(sent: readonly SentRequest[], changes: readonly SentChange[]): void {
    const replied = sent
      .filter(({ reply }) => reply !== undefined)
      .toSorted((one, other) => one.reply!.exchange - other.reply!.exchange);
    const unanswered = sent.filter(({ reply }) => reply === undefined).map(({ request }) => request);
    this.#continueWith(
      this.#possible.flatMap((possibility) =>
        interleavings({ ...possibility, unanswered: [...possibility.unanswered, ...unanswered] }, replied, changes),
      ),
      () =>
        `no order explains ${JSON.stringify({ replied, changes })}, without an answer: ${JSON.stringify(unanswered)}`,
    );
  }

  #continueWith(possible: readonly Possibility[], problem: () => string): void {
    if (possible.length === 0)
      throw new UnexplainedError(`${problem()}; possible before: ${JSON.stringify(this.#possible)}`);
    this.#possible = different(possible);
  }
}

/** The possibilities after these answers, in the order of their exchanges, and these changes, in any order. */
function interleavings(
  start: Possibility,
  replied: readonly SentRequest[],
  changes: readonly SentChange[],
): readonly Possibility[] {
  if (changes.length === 0) return continuations(start, replied);

  const changed = changes.flatMap((change, at) =>
    different(changesOf(start, change)).flatMap((next) => interleavings(next, replied, changes.toSpliced(at, 1))),
  );
  if (replied.length === 0) return different(changed);

  const answered = continuations(start, replied.slice(0, 1));
  return different([...changed, ...answered.flatMap((next) => interleavings(next, replied.slice(1), changes))]);
}

/** The possibilities after a change. */
function changesOf(start: Possibility, { change, answer }: SentChange): readonly Possibility[] {
  // What was sent before without an answer may come first.
  return everyEffectOf(start).flatMap((before) => {
    const outcome = afterChange(before.model, change);
    const changed = { ...before, model: outcome.after };
    if (answer === undefined) return [before, changed];
    return isDeepStrictEqual(outcome.answer, answer) ? [changed] : [];
  });
}

/** The possibilities after these answers, which are in the order of their exchanges. */
function continuations(start: Possibility, replied: readonly SentRequest[]): readonly Possibility[] {
  let possible: readonly Possibility[] = [start];
  for (const { request, reply } of replied) {
    const { exchange, answer } = reply!;
    const before = different(possible.flatMap((possibility) => withExchanges(exchange - 1, possibility)));
    possible = before.flatMap((possibility) => {
      const outcome = afterRequest(possibility.model, request);
      return isDeepStrictEqual(outcome.answer, answer) ? [{ ...possibility, model: outcome.after }] : [];
    });
  }
  return possible;
}

/** The possibilities in which requests without an answer have had the exchanges up to this number. */
function withExchanges(exchanges: number, start: Possibility): readonly Possibility[] {
  let possible: readonly Possibility[] = [start];
  for (let number = start.model.exchanges; number < exchanges; number++)
    possible = different(possible.flatMap(effectsOf));
  return possible.filter(({ model }) => model.exchanges === exchanges);
}

/** The possibilities after one of the requests without an answer had its effect. */
function effectsOf({ model, unanswered }: Possibility): Possibility[] {
  return unanswered.map((request, at) => ({
    model: afterRequest(model, request).after,
    unanswered: unanswered.toSpliced(at, 1),
  }));
}

/** The possibility itself, and those after any of the requests without an answer had their effects, in any order. */
function everyEffectOf(possibility: Possibility): readonly Possibility[] {
  const reached = new Map([[keyOf(possibility), possibility]]);
  // Those that are added meanwhile have their turn, too.
  for (const each of reached.values())
    for (const after of effectsOf(each)) if (!reached.has(keyOf(after))) reached.set(keyOf(after), after);
  return [...reached.values()];
}

/** Each possibility once: most orders of requests lead to the same, and all of them would be too many. */
function different(possible: readonly Possibility[]): readonly Possibility[] {
  return [...new Map(possible.map((possibility) => [keyOf(possibility), possibility])).values()];
}

function keyOf({ model, unanswered }: Possibility): string {
  return JSON.stringify([model, unanswered.map((request) => JSON.stringify(request)).sort()]);
}
