/** Which answers rest on points that nobody outside the service knows. */

import type { Contract } from '../../contract/contract.js';
import { isGuess } from '../../contract/fidelity/point.js';
import { pointsBehind } from '../../contract/fidelity/points-behind.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import type { GuessReport, InteractionReport } from '../report/verification-report.js';
import type { SeenAnswer } from './trial.js';

/** The IDs of the `inferred` and `chosen` points behind an answer. */
export function guessesBehind(
  { request }: PactInteraction,
  answer: SeenAnswer,
  { contract, operation }: { contract: Contract; operation: string },
): string[] {
  const facts = {
    operationId: operation,
    request: { query: request.query, headers: firstOfEach(request.headers), body: request.body?.content },
    response: { status: answer.status, headers: answer.headers, body: jsonOf(answer.body) },
  };
  return pointsBehind(contract, facts)
    .filter(isGuess)
    .map(({ id }) => id);
}

/** The points that interactions rest on, and how many do. */
export function guessReports(interactions: readonly InteractionReport[], contract: Contract): GuessReport[] {
  return contract.fidelity().points.flatMap((point) => {
    const count = interactions.filter(({ restsOn }) => restsOn.includes(point.id)).length;
    const { id, basis, subject, note } = point;
    return count === 0 || (basis !== 'inferred' && basis !== 'chosen')
      ? []
      : [{ id, basis, subject, ...(note !== undefined && { note }), interactions: count }];
  });
}

function firstOfEach(headers: PactInteraction['request']['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values.join(', ')]));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
