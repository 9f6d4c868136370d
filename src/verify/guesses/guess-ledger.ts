/**
 * The ledger of guesses: a file with the points that the pacts of each consumer rest on, for version control. A change
 * of a pact that rests on one more guess is then a decision, and not an accident.
 */

import { shippedSchema } from '../../common/shipped-files.js';
import type { Basis } from '../../contract/fidelity/point.js';
import { compileSchema, mistakeAt, readOfShape } from '../../contract/documents/check-document.js';
import { DocumentError, readDocument } from '../../contract/documents/read-document.js';
import type { VerificationReport } from '../report/verification-report.js';

/** The ledger, in a form that is easy to compare: sorted by consumer and by ID. */
export interface GuessLedger {
  readonly format: 'id-emulator-guesses';
  readonly version: 1;
  /** The revision of the contract. */
  readonly revision: string;
  /** The guesses that the responses of a consumer's pacts rest on, by the name of the consumer. */
  readonly consumers: Readonly<Record<string, readonly ListedGuess[]>>;
}

/** A point with the basis `inferred` or `chosen`. */
export interface ListedGuess {
  /** ID of the point. */
  readonly id: string;
  readonly basis: Basis;
  /** A description of the point, for people. */
  readonly subject: string;
}

/** The guesses that a verification has found, of all interactions that got a response. */
export function guessLedger({ pacts, guesses, emulator }: VerificationReport): GuessLedger {
  const names = [...new Set(pacts.map(({ consumer }) => consumer))].toSorted();
  const consumers = names.map((name): [string, ListedGuess[]] => {
    const interactions = pacts.flatMap(({ consumer, interactions: own }) => (consumer === name ? own : []));
    const ids = new Set(interactions.flatMap(({ restsOn }) => restsOn));
    const listed = guesses.flatMap(({ id, basis, subject }) => (ids.has(id) ? [{ id, basis, subject }] : []));
    return [name, listed.toSorted((one, other) => (one.id < other.id ? -1 : 1))];
  });
  return {
    format: 'id-emulator-guesses',
    version: 1,
    revision: emulator.revision,
    consumers: Object.fromEntries(consumers),
  };
}

/** @throws DocumentError with every mistake */
export function readGuessLedger(file: string): GuessLedger {
  return readOfShape(file, compileSchema(shippedSchema('guesses'))).data as GuessLedger;
}

/**
 * Compares a report with a ledger. Each guess that the ledger does not list is a problem, so the verification fails;
 * each that no pact rests on any longer is a notice.
 * @param file of the ledger, for messages
 * @throws DocumentError if the ledger is for another revision
 */
export function compareWithLedger(report: VerificationReport, ledger: GuessLedger, file: string): VerificationReport {
  const now = guessLedger(report);
  if (now.revision !== ledger.revision)
    throw new DocumentError(file, [
      mistakeAt(
        readDocument(file),
        '/revision',
        `the guesses are those of revision ${ledger.revision}, but the pacts are verified against ${now.revision}; use another file for each revision`,
      ),
    ]);
  const added = differences(now, ledger).map(({ consumer, guess: { id, basis, subject } }) => ({
    source: file,
    message: `${consumer} now rests on the guess ${id} (${basis}; ${subject}), which the file does not list; --write-guesses ${file} accepts it`,
  }));
  // Interactions that were not run may rest on them.
  const removed = (report.counts.notRun === undefined ? differences(ledger, now) : [])
    .filter(({ consumer }) => Object.hasOwn(now.consumers, consumer))
    .map(
      ({ consumer, guess }) =>
        `${file}: ${consumer} no longer rests on ${guess.id}; --write-guesses ${file} removes it`,
    );
  return {
    ...report,
    verdict: added.length > 0 ? 'failed' : report.verdict,
    problems: [...report.problems, ...added],
    notices: [...report.notices, ...removed],
  };
}

/** The guesses of one ledger that the other does not list for the same consumer. */
function differences(
  one: GuessLedger,
  { consumers: others }: GuessLedger,
): { readonly consumer: string; readonly guess: ListedGuess }[] {
  return Object.entries(one.consumers).flatMap(([consumer, guesses]) => {
    const known = Object.hasOwn(others, consumer) ? others[consumer]! : [];
    return guesses.filter(({ id }) => !known.some((guess) => guess.id === id)).map((guess) => ({ consumer, guess }));
  });
}
