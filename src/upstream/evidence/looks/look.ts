/**
 * Looks and their findings. A look is an observer that reads exchanges one after the other. A point is a place where
 * the contract leaves room; it has several alternatives, one of which the contract states. A look finds out which
 * alternatives an exchange fits.
 */

import type { Contract } from '../../../contract/contract.js';
import type { OperationId } from '../../../contract/operation.js';
import type { SeenExchange } from '../../../traffic/seen-exchange.js';
import { WORDS } from '../words.js';
import type { InstitutionFacts } from './facts.js';
import type { SeenPage } from './seen-page.js';

/** What a look saw of a point. It is called a sight. */
export interface Sight {
  /** The ID of the point. */
  readonly point: string;
  /**
   * The alternatives of the point that the exchange fits: names of variants, or {@link STATED}. Empty if it fits none
   * that is declared.
   */
  readonly fits: readonly string[];
  /** What was observed: a status, a form or the name of a list. It is never a value of the response. */
  readonly observed: string;
  /** The circumstances on which the response depends, if any: `a missing token`. */
  readonly circumstance?: string;
  /**
   * The party, or the text, whose state is assumed to be the one that was read before and after the exchange. The
   * assumption may be wrong, because the state may have changed twice.
   */
  readonly stateOf?: unknown;
}

/**
 * An observation that belongs to no point: something that contradicts the specification, that is surprising, or that
 * the client did wrong.
 */
export interface Remark {
  readonly kind: 'contradiction' | 'surprise' | 'client';
  readonly what: string;
  /** How often exchanges show it. Default: once. */
  readonly count?: number;
}

/** What an exchange shows. */
export type Observation = Sight | Remark;

/** An observation. If later exchanges decide whether it counts, a function that is called after the last exchange. */
export type Finding = Observation | (() => Observation | undefined);

/** Looks at exchanges, one after the other, and keeps what it needs to compare several exchanges. */
export abstract class Look {
  protected readonly contract: Contract;
  protected readonly facts: InstitutionFacts;

  constructor(contract: Contract, facts: InstitutionFacts) {
    this.contract = contract;
    this.facts = facts;
  }

  /**
   * Looks at an exchange.
   * @param page the page of a list that the exchange shows, if it shows one
   */
  abstract see(exchange: SeenExchange, page?: SeenPage): Iterable<Finding>;

  /** The options of the emulator that belong to no point. Default: none. */
  options?(): readonly string[];

  /** What remains open after the last exchange, a sentence each. Default: nothing. */
  undecided?(): readonly string[];
}

/** A look with a method for each operation whose answers it sees. */
type AnswerLooks = Look & Partial<Record<OperationId, Look['see']>>;

/** Looks at what operations answer. Each method has the name of its operation. */
export abstract class AnswerLook extends Look {
  /** Calls the method for the operation, if the operation itself has responded. */
  see(exchange: SeenExchange, page?: SeenPage): Iterable<Finding> {
    if (exchange.operation === undefined || !this.facts.isAnswered(exchange)) return [];

    // Most looks have methods for a few operations only.
    return (this as AnswerLooks)[exchange.operation.id]?.(exchange, page) ?? [];
  }
}

/**
 * An observation that counts only if the condition holds after the last exchange.
 * @param stateOf the party on whose state the observation rests. Default: none
 */
export function onlyIf(observation: Observation, holds: () => boolean, stateOf?: unknown): Finding {
  return () => (holds() ? { ...observation, stateOf } : undefined);
}

/** The name of the alternative that the contract states. For a point with variants, it is the default one. */
export const STATED = 'as the contract states';

/** A sight of the alternative that the contract states. */
export function stated(point: string, observed: string, circumstance?: string): Sight {
  return fitting(point, [STATED], observed, circumstance);
}

/** A sight that fits no alternative that the contract declares. */
export function noFit(point: string, observed: string, circumstance?: string): Sight {
  return fitting(point, [], observed, circumstance);
}

/**
 * A sight of the stated alternative, or of none.
 * @param otherwise what was observed if the contract does not state it. Default: `observed`
 */
export function statedIf(isStated: boolean, point: string, observed: string, otherwise = observed): Sight {
  return fitting(point, isStated ? [STATED] : [], isStated ? observed : otherwise);
}

/** For each point, the alternatives that fit a word, as `words.yaml` lists them. */
type Alternatives = Readonly<Record<string, { words: Record<string, readonly string[]>; otherwise?: string }>>;

/**
 * A sight of a word or a status that fits the alternatives in {@link Alternatives}.
 * @param observed default: the word; for an unknown word, the text that the point declares for it
 */
export function byWord(point: string, word: string | number, observed?: string): Sight {
  const { words, otherwise = String(word) } = (WORDS.alternatives as Alternatives)[point]!;
  const fits = Object.entries(words).find(([known]) => known === String(word))?.[1];
  // An unknown word fits no alternative, and may be private, so the point's own text stands for it.
  if (fits === undefined) return noFit(point, observed ?? otherwise);

  return fitting(point, fits, observed ?? String(word));
}

/** A row of a table of cases: whether the case applies, its form, and the alternatives that have this form. */
type Row = readonly [applies: boolean, observed: string, ...fits: string[]];

/** The sight of the first row that applies; nothing if no row applies. */
export function* firstOf(point: string, rows: readonly Row[]): Generator<Sight> {
  const firstRow = rows.find(([applies]) => applies);
  if (firstRow === undefined) return;

  const [, observed, ...fits] = firstRow;
  yield fitting(point, fits, observed);
}

/** A sight that fits these alternatives. */
export function fitting(point: string, fits: readonly string[], observed: string, circumstance?: string): Sight {
  return { point, fits, observed, ...(circumstance !== undefined && { circumstance }) };
}
