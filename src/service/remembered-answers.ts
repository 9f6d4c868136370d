/**
 * Gives the same answer to the same question as long as nothing has changed that it was made from: the state of the
 * sandbox's world, the contract, and whatever the answer's own computation has asked the clock (see `Now`).
 */

import type { Contract } from '../contract/contract.js';
import type { ValidRequest } from '../contract/request.js';
import type { Now, Span } from '../domain/time/now.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { WorldState } from '../domain/world/world.js';
import type { Answer } from './answer.js';
import { LastingAnswer } from './lasting-answer.js';

/** Of how many questions something is known; of longer ones than so many characters, nothing is. */
const MOST_QUESTIONS = 2_000;
const MOST_CHARACTERS_ASKED = 1_000;
/** How long the remembered answers may be together, as text: they must not make themselves felt in the memory. */
const MOST_CHARACTERS = 4 * 1_048_576;

/** A call of an operation that reads the world, asks this time alone for the time, and changes nothing. */
interface Question {
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly contract: Contract;
  readonly request: ValidRequest;
  readonly time: Now;
  readonly diagnostics: readonly string[];
}

/** A question, and the circumstances under which it was asked. */
interface Asked {
  readonly state: WorldState;
  readonly contract: Contract;
  /** A scenario may have another page size than the question. */
  readonly limit: unknown;
  readonly span: Span;
  /** Undefined while it has been asked once: most questions are not asked again. */
  readonly answer: LastingAnswer | undefined;
}

export class RememberedAnswers {
  readonly #asked = new Map<string, Asked>();
  #characters = 0;

  /** The answer to the question: the one before, or what `make` answers. */
  answer<Asking extends Question>(question: Asking, make: (question: Asking) => Answer): Answer {
    const { sandbox, url, contract, request, time, diagnostics } = question;
    if (url.length > MOST_CHARACTERS_ASKED) return make(question);
    const key = `${sandbox.id} ${url}`;
    const { state } = sandbox.world;
    const { limit } = request.query;
    const before = this.#asked.get(key);
    const isAlike =
      before?.state === state && before.contract === contract && before.limit === limit && time.isWithin(before.span);
    if (isAlike && before.answer !== undefined) return before.answer;
    const told = diagnostics.length;
    const made = make(question);
    // What is said beside an answer is said of this one question.
    if (made.situation !== undefined || diagnostics.length > told) return made;
    const answer = isAlike ? new LastingAnswer(made) : undefined;
    this.#remember(key, { state, contract, limit, span: time.span, answer });
    return answer ?? made;
  }

  #remember(key: string, asked: Asked): void {
    this.#characters += lengthOf(asked) - lengthOf(this.#asked.get(key));
    if (this.#asked.size >= MOST_QUESTIONS || this.#characters > MOST_CHARACTERS) {
      this.#asked.clear();
      this.#characters = lengthOf(asked);
    }
    this.#asked.set(key, asked);
  }
}

function lengthOf(asked: Asked | undefined): number {
  return asked?.answer?.content.text.length ?? 0;
}
