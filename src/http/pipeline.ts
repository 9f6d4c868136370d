/** A request's way, in one direction: match, identify, choose faults, validate, operate. */

import type { Access } from '../contract/operation.js';
import { addressOf } from './address.js';
import type { Answer } from './answer.js';
import type { Call } from './call.js';
import { chooseFaults } from './choose-faults.js';
import type { Exchange } from './exchange.js';
import { performFaults } from './faults.js';
import type { Overrides } from './faults/fault-performer.js';
import { identifyCaller } from './identify-caller.js';
import { matchMethod, matchPath } from './match-operation.js';
import { OPERATIONS } from './operations.js';
import { preferenceApplied, preferredAnswer, readPreference } from './preference.js';
import { RequestInput } from './request-input.js';
import type { ServiceContext } from './service-context.js';
import { validateRequest } from './validate-request.js';

/**
 * The answer to a request, and on the way what is to be known of the exchange.
 * @throws ServiceFailure, ScenarioSelectionError, PreferenceError
 */
export async function runPipeline(context: ServiceContext, exchange: Exchange): Promise<Answer> {
  const { req } = exchange;
  const [rawPath = '', queryString = ''] = splitUrl(req.url);
  const endpoint = matchPath(context.contract, rawPath);
  exchange.access = accessOf(endpoint);
  const matched = matchMethod(endpoint, req.method);
  const { operation, path } = matched;
  exchange.operation = operation;

  const ofHeader = context.scenarios.ofHeader(req.headers['emulator-scenario']);
  const preference = readPreference(req.headers['prefer']);
  const input = new RequestInput(req, operation, queryString);
  const form = operation.access === 'client' ? await input.body() : undefined;
  const identified = identifyCaller(context, { operation, req, path, form });
  const caller = identified instanceof Promise ? await identified : identified;
  exchange.sandbox = caller.sandbox;
  caller.sandbox.world.settle();

  exchange.faults = await chooseFaults(context, matched, { caller, input, ofHeader });
  const overrides: Overrides = {};
  return performFaults(exchange.faults, { contract: context.contract, operation, caller, overrides }, async () => {
    const body = input.takesBody ? await input.body() : undefined;
    const policy = { strict: context.strict, diagnostics: exchange.diagnostics };
    const request = validateRequest({ operation, path, query: input.query(), body }, policy);
    if (preference !== undefined) {
      const preferred = preferredAnswer(operation, preference);
      exchange.preference = preferenceApplied(preference);
      return preferred;
    }
    const { limit, tokenLifetime = caller.sandbox.tokenTtl, requestShowsAfter = 0 } = overrides;
    const call: Call = {
      context,
      sandbox: caller.sandbox,
      clientId: caller.clientId,
      request: limit === undefined ? request : { ...request, query: { ...request.query, limit } },
      address: addressOf(req),
      authorization: req.headers.authorization,
      tokenLifetime,
      requestShowsAfter,
    };
    return OPERATIONS[operation.id](call);
  });
}

/** All operations of an endpoint are open to the same callers, and speak the same dialect. */
function accessOf({ methods }: ReturnType<typeof matchPath>): Access | undefined {
  return methods.values().next().value?.access;
}

function splitUrl(url: string): string[] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url] : [url.slice(0, mark), url.slice(mark + 1)];
}
