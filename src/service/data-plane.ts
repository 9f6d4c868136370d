/** The service's own endpoints, as one Express handler. */

import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { responseViolations } from '../contract/response.js';
import { violationSentence } from '../contract/violation.js';
import { PROBLEM_TYPE, problemDetails } from '../platform/problem-details.js';
import { ScenarioSelectionError } from '../scenarios/select-scenarios.js';
import type { ServiceResponse } from './service-response.js';
import { runAtomically, newExchange, type Exchange } from './stages/exchange.js';
import { CachedResponse } from './response-cache.js';
import { recordExchange } from './stages/record.js';
import { runPipeline } from './pipeline.js';
import { PreferenceError } from './stages/preference.js';
import type { ServiceContext } from './service-context.js';
import { ServiceFailure } from './service-failure.js';
import { renderResponse } from './stages/render.js';
import { deliver, writtenResponse } from './stages/write.js';

/** An answer that would have broken the contract without a scenario that says so. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach';
}

/** Answers every request but those whose path begins like one of `elsewhere`. */
export function dataPlane(context: ServiceContext, elsewhere: readonly string[]): RequestHandler {
  return async function answerOnDataPlane(req: Request, res: Response, next: NextFunction): Promise<void> {
    if (elsewhere.some((beginning) => req.url.startsWith(beginning))) {
      next();
      return;
    }
    const exchange = newExchange(req, res, context);
    const answer = keepingToContract(context, exchange, await answerTo(context, exchange));
    const written = writtenResponse(context, exchange, answer);
    const record = recordExchange(context, exchange, written);
    try {
      await deliver(res, written);
    } catch (error) {
      // Too late for another answer.
      context.onInternalError(error as Error);
      res.destroy();
    }
    // A client that has gone has not had the answer, and one that is left waiting never will.
    if (!res.destroyed && record.ending !== 'never') record.duration = performance.now() - exchange.received;
    context.onExchange(record);
  };
}

async function answerTo(context: ServiceContext, exchange: Exchange): Promise<ServiceResponse> {
  try {
    return await runPipeline(context, exchange);
  } catch (error) {
    if (exchange.start === undefined) runAtomically(exchange, () => undefined);
    return answerToError(context, exchange, error);
  }
}

function answerToError(context: ServiceContext, exchange: Exchange, error: unknown): ServiceResponse {
  if (error instanceof ServiceFailure) {
    if (error.diagnostic !== undefined) exchange.diagnostics.push(error.diagnostic);
    return renderResponse(context, exchange, error);
  }
  if (error instanceof ScenarioSelectionError) {
    return ourRefusal(
      problemDetails(400, 'The selection of scenarios cannot be followed', error.message, { mistakes: error.mistakes }),
    );
  }
  if (error instanceof PreferenceError) {
    return ourRefusal(problemDetails(400, 'The Prefer header cannot be followed', error.message));
  }
  context.onInternalError(error instanceof Error ? error : new Error(String(error)));
  return renderResponse(context, exchange, internalError());
}

function ourRefusal(body: object): ServiceResponse {
  return { status: 400, headers: { 'Content-Type': PROBLEM_TYPE }, body, isOurs: true };
}

/** Every answer of an operation has to keep to the contract; one that does not is our own bug, and says so. */
function keepingToContract(context: ServiceContext, exchange: Exchange, answer: ServiceResponse): ServiceResponse {
  const { operation, faults } = exchange;
  if (operation === undefined || answer.isOurs === true) return answer;
  if (faults.some(({ scenario }) => scenario.breaksContract)) return answer;
  const violations =
    answer instanceof CachedResponse ? answer.violations(operation) : responseViolations(operation, answer);
  if (violations.length === 0) return answer;
  context.onInternalError(
    new ContractBreach(
      `the answer of ${operation.id} (${answer.status}) breaks the contract: ${violations.map(violationSentence).join(' ')}`,
    ),
  );
  return renderResponse(context, exchange, internalError());
}

function internalError(): ServiceFailure {
  return new ServiceFailure(500, 'internal_error', 'The server could not answer the request.');
}
