/** Looks and their findings. A look sees which alternative of a point an exchange shows. */

import type { Contract } from '../../../contract/contract.js';
import type { OperationId } from '../../../contract/operation.js';
import type { SeenExchange } from '../../../traffic/seen-exchange.js';
import { WORDS } from '../words.js';
import type { Facts } from './facts.js';
import type { SeenPage } from './seen-page.js';

/** What a look saw of a point. */
export interface Seen {
  /** The ID of the point. */
  readonly point: string;
  /** The alternatives that respond like this: names of variants, or {@link STATED}. Empty if no declared one does. */
  readonly fits: readonly string[];
  /** The observed status, form or name of a list; never a value. */
  readonly form: string;
  /** The circumstances, if responses depend on them: `a missing token`. */
  readonly circumstance?: string;
  /** Whose state it rests on, as read before and after: a party, or a text. It may have changed twice meanwhile. */
  readonly stateOf?: unknown;
}

/** Something that belongs to no point. */
export interface Remark {
  readonly kind: 'contradiction' | 'surprise' | 'client';
  readonly what: string;
  /** How often the exchange or later ones show it. Default: once. */
  readonly count?: number;
}

/** What an exchange shows. */
export type Observation = Seen | Remark;

/** An observation; if later exchanges decide whether it counts, a function that is asked after the last one. */
export type Finding = Observation | (() => Observation | undefined);

/** Looks at exchanges, one after the other, and keeps what it needs to decide across several. */
export abstract class Look {
  protected readonly contract: Contract;
  protected readonly facts: Facts;

  constructor(contract: Contract, facts: Facts) {
    this.contract = contract;
    this.facts = facts;
  }

  /** @param page the page of a list that the exchange shows, if it shows one */
  abstract see(exchange: SeenExchange, page?: SeenPage): Iterable<Finding>;

  /** The options of the emulator that belong to no point. Default: none. */
  options?(): readonly string[];

  /** What remains open after the last exchange, a sentence each. Default: nothing. */
  undecided?(): readonly string[];
}

/** What a look sees in the answers of operations, by their IDs. */
type AnswerLooks = Look & Partial<Record<OperationId, Look['see']>>;

/** Looks at what operations answer, with a method for each that is named like it. */
export abstract class AnswerLook extends Look {
  see(exchange: SeenExchange, page?: SeenPage): Iterable<Finding> {
    if (exchange.operation === undefined || !this.facts.isAnswered(exchange)) return [];

    return (this as AnswerLooks)[exchange.operation.id]?.(exchange, page) ?? [];
  }
}

/**
 * An observation that counts if something proves to be so after the last exchange.
 * @param stateOf the party on whose state it rests. Default: none
 */
export function later(observation: Observation, holds: () => boolean, stateOf?: unknown): Finding {
  return () => (holds() ? { ...observation, stateOf } : undefined);
}

/** The alternative that the contract states; for a point with variants, the default one. */
export const STATED = 'as the contract states';

/** A sight of the alternative that the contract states. */
export function stated(point: string, form: string, circumstance?: string): Seen {
  return fitting(point, [STATED], form, circumstance);
}

/** A sight that fits no alternative that the contract declares. */
export function other(point: string, form: string, circumstance?: string): Seen {
  return fitting(point, [], form, circumstance);
}

/** {@link stated} or {@link other}. @param otherwise the form if the contract does not state it; default: `form` */
export function statedIf(isStated: boolean, point: string, form: string, otherwise = form): Seen {
  return fitting(point, isStated ? [STATED] : [], isStated ? form : otherwise);
}

/** The alternatives that fit words, by point, as `words.yaml` describes them. */
type Alternatives = Readonly<
  Record<string, { words: Readonly<Record<string, readonly string[]>>; otherwise?: string }>
>;

/** A sight of a word, or of a status. @param form default: the word, unless the point shows another in its place */
export function byWord(point: string, word: string | number, form?: string): Seen {
  const { words, otherwise = String(word) } = (WORDS.alternatives as Alternatives)[point]!;
  const fits = Object.entries(words).find(([known]) => known === String(word))?.[1];
  return fitting(point, fits ?? [], form ?? (fits === undefined ? otherwise : String(word)));
}

/** A row of a table of cases: whether the case applies, its form, and the alternatives that have this form. */
type Row = readonly [applies: boolean, form: string, ...fits: string[]];

/** The first row that applies; nothing if no row does. */
export function* firstOf(point: string, rows: readonly Row[]): Generator<Seen> {
  const found = rows.find(([applies]) => applies);
  if (found === undefined) return;

  const [, form, ...fits] = found;
  yield fitting(point, fits, form);
}

/** A sight that fits these alternatives. */
export function fitting(point: string, fits: readonly string[], form: string, circumstance?: string): Seen {
  return { point, fits, form, ...(circumstance !== undefined && { circumstance }) };
}
