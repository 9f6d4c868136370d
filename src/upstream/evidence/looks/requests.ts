/** Looks at requests that may be refused: by the contract, by a variant alone, or for a reason that nobody knows. */

import { exchangeInContract } from '../../../contract/fidelity/exchange-facts.js';
import { REFUSAL } from '../../../contract/fidelity/keywords.js';
import { requestPoints } from '../../../contract/fidelity/points-behind.js';
import { onceFor } from '../../../common/remembering.js';
import { isObject, membersOf } from '../../../common/json.js';
import type { Contract } from '../../../contract/contract.js';
import type { Operation } from '../../../contract/operation.js';
import { RequestCheck } from '../../../contract/request.js';
import { namesAt } from '../../../contract/variants/choose-variants.js';
import type { VariantPoint } from '../../../contract/variants/variant-point.js';
import { statusInContract } from '../contract-violations.js';
import { WORDS } from '../words.js';
import { shippedContracts } from '../../../start/shipped.js';
import { itemsOf } from './rows.js';
import { type Finding, firstOf, fitting, Look, noFit, onlyIf, type Sight, STATED, statedIf } from './look.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';
import { hasLargeLimit, limitLook, repeatedLook } from './limits.js';
import { isOrderedByOther } from './row-order.js';

/** A point whose variants refuse other requests, with the operation in each alternative. */
interface RequestVariants {
  readonly varied: VariantPoint;
  readonly operations: readonly (readonly [string, Operation])[];
}

/** The points whose variants refuse other requests. {@link limitLook} decides about limits. */
const REFUSING: readonly string[] = WORDS.refusing;

/**
 * For each operation, the points whose variants change which requests are refused. They are found once for each
 * contract, because that takes time.
 */
const variantsByOperation = onceFor((contract: Contract) =>
  onceFor((operation: Operation) => refusingVariants(contract.revision, operation)),
);

/** The points whose variants change which requests of the operation are refused. */
function refusingVariants(revision: string, { id }: Operation): readonly RequestVariants[] {
  const contracts = shippedContracts();
  const found: RequestVariants[] = [];

  for (const varied of contracts.points) {
    if (!REFUSING.includes(varied.point) || !varied.operations.includes(id)) continue;

    const operations = namesAt(varied).map((name) => {
      const contract = contracts.in({ revision, variants: { [varied.point]: name } });
      return [name, contract.operations.get(id)!] as const;
    });
    found.push({ varied, operations });
  }

  return found;
}

/**
 * Looks at what the service refuses. A look is an observer of exchanges. It yields sights: which alternatives of a
 * point fit what was seen. STATED is the alternative that the contract states.
 */
export class RequestLook extends Look {
  readonly #variantsOf = variantsByOperation(this.contract);
  /** Operations that refuse requests which the contract accepts. They may have lower limits than the contract. */
  readonly #strict = new Set<string>();

  *see(exchange: SeenExchange): Generator<Finding> {
    const { operation, isExact, query, status, request } = exchange;
    if (operation === undefined || !isExact || operation.access === 'client') return;

    const isRefused = status === 400 || status === 422;
    // A success with a status that the contract lacks is neither accepted nor refused.
    const statusOfContract = statusInContract(this.contract, operation.id, status);
    const isAccepted = isSuccess(exchange) && operation.responses.has(statusOfContract);
    if (!isRefused && !isAccepted) return;

    if (query === undefined) {
      yield statedIf(isRefused, 'service:malformed-query', String(status));
      return;
    }

    const isRead = request.body !== undefined && request.mediaType === 'application/json';
    // A body that was not read cannot be compared with the contract.
    if (operation.body !== undefined && !isRead) return;

    // How an invalid request is refused, if it is.
    const check = checkIn(operation, exchange);
    const isInvalid = check.violations.length > 0;
    if (!isRefused) yield* repeatedLook(exchange);
    if (isInvalid && isRefused && isObject(request.body))
      yield fitting('InvalidRequest:body', [status === 422 ? '422' : STATED], String(status));
    if (isInvalid) yield { kind: 'client', what: `an invalid request, ${isRefused ? 'refused' : 'accepted'}` };
    if (isInvalid && isRefused) yield* detailsLook(exchange, check);

    if (status === 422 && operation.body === undefined) {
      yield { kind: 'contradiction', what: 'a query that is refused with 422 instead of 400' };
      return;
    }

    // Variants may explain a refusal, or an acceptance.
    const explanations = this.#variantsSeen(exchange, check);
    yield* explanations;
    const isExplained = explanations.length > 0;
    if (!isRefused || !isExplained) yield* limitLook(exchange, check);
    if (isInvalid && !isExplained) yield* this.#limitsSeen(exchange);

    // A refused request without mistake, which no variant explains, is refused for a reason of its own.
    const hasMistake = isInvalid || check.unknown.length > 0;
    const asksForOtherPage = hasLargeLimit(exchange) || query.get('offset')?.some((text) => text !== '0') === true;
    if (!isRefused || isExplained || hasMistake || asksForOtherPage) return;
    if (WORDS.refusingUnknown.some((id) => id === operation.id)) return;

    this.#strict.add(operation.id);
    yield refusedWithoutReason(exchange);
  }

  /**
   * The alternatives that would have reacted to the request in this way. If several points explain one refusal, none of
   * them is proven.
   * @param own the mistakes of the request by the contract itself
   */
  #variantsSeen(exchange: SeenExchange, own: RequestCheck): readonly Sight[] {
    const items = itemsOf(exchange.response.body);
    if (isOrderedByOther(exchange.query!.get('orderBy')?.[0], items))
      return [noFit('getUsers.orderBy:values', 'another member of the rows')];

    const points = this.#variantsOf(exchange.operation!);
    const reactions = points.flatMap((point) => reactionSeen(point, exchange, own) ?? []);
    const isEmpty = isSuccess(exchange) && items.length === 0;
    const ignored = reactions.filter(({ fits }) => fits.join() === 'ignored');
    const isFilterIgnored = ignored.some(({ point }) => /^getUsers\.\w+:refusal$/.test(point));
    // A service that ignores the filter would have shown items.
    if (isEmpty && isFilterIgnored) return reactions.map(({ point }) => noFit(point, 'an empty list'));

    const different = reactions.filter(({ point, fits }) => !fits.includes(defaultAt(point)));
    // Several points differ from their default, and nobody knows which of them caused the refusal.
    if (different.length > 1) return [];

    return different.length === 1 ? different : reactions;
  }

  /** Looks at the limits of the contract that the request breaks, such as the longest text. */
  *#limitsSeen(exchange: SeenExchange): Generator<Finding> {
    const isRefused = !isSuccess(exchange);
    const { operation, query, request, status } = exchange;
    const { headers, body } = request;
    const sent = { method: exchange.method, query: Object.fromEntries(query!), headers, body };
    // The points behind a refusal are those of the limits that the request breaks, whether it was refused or not.
    const refusal = { operationId: operation!.id, request: sent, response: { status: 400 } };
    const points = requestPoints(exchangeInContract(this.contract, refusal)!);
    // Points about allowed values are left out, because they do not say what happens to other values.
    const brokenPoints = points.filter(({ about }) => about !== 'values');
    // A point about a certain limit explains the refusal better than one about refusals in general.
    const precisePoints = brokenPoints.filter(({ about }) => about !== REFUSAL);
    const broken = precisePoints.length > 0 ? precisePoints : brokenPoints;
    // Nobody knows which of several limits was the reason for a refusal.
    if (isRefused && broken.length > 1) return;

    const operations = this.#variantsOf(operation!).flatMap((varied) => varied.operations);
    const isAccepted = operations.some(([, varied]) => checkIn(varied, exchange).violations.length === 0);
    // A success refutes a point with variants only if none of the variants accepts the request.
    const isRefuting = !isRefused && broken.length === 1 && !isAccepted;

    for (const { id, variants, about = '' } of broken) {
      const isDecided = variants === undefined || (isRefuting && REFUSING.includes(variants.point));
      if (!isDecided) continue;

      const seen = statedIf(isRefused, id, String(status));
      // An operation that also refuses requests within the limits may have a lower limit, so its refusals prove nothing
      // about this limit.
      const restsOnMaximum = isRefused && about.startsWith('max');
      yield onlyIf(seen, () => !(restsOnMaximum && this.#strict.has(operation!.id)));
    }
  }
}

/**
 * The alternatives of a point that would have reacted to the request in this way. Undefined if all alternatives refuse
 * the request, or none does: then it tells none of them apart.
 */
function reactionSeen(variants: RequestVariants, exchange: SeenExchange, own: RequestCheck): Sight | undefined {
  const { varied, operations } = variants;
  const checks = operations.map(([name, operation]) => {
    const { violations } = operation === exchange.operation ? own : checkIn(operation, exchange);
    return { name, violations };
  });
  const refusing = checks.filter(({ violations }) => violations.length > 0);
  const accepting = checks.filter(({ violations }) => violations.length === 0);
  if (refusing.length === 0 || accepting.length === 0) return undefined;

  const fits = (isSuccess(exchange) ? accepting : refusing).map(({ name }) => name);
  const point = pointOf(varied, exchange.operation!, refusing[0]!.violations[0]!.pointer);
  return fitting(point, fits, String(exchange.status));
}

/** The alternative of a point that the contract has by default. */
function defaultAt(id: string): string {
  return shippedContracts().points.find(({ about }) => about.includes(id))?.default ?? STATED;
}

/** Checks a request by an operation of the contract, or of a variant. */
export function checkIn(operation: Operation, { parameters, query, request }: SeenExchange): RequestCheck {
  return new RequestCheck(operation, { path: parameters, query: query ?? new Map(), body: request.body });
}

/**
 * The ID of the point about this operation and parameter. Several points may vary together: `getUsers.status:refusal`,
 * `getUsers.reqStatus:refusal`.
 */
function pointOf({ about, operations }: VariantPoint, { id }: Operation, pointer: string): string {
  const name = pointer.split('/')[1] ?? '';
  const pointsOfOperation = about.filter((point) => point.startsWith(`${id}.`) || point.startsWith(`${id}:`));
  const candidates = pointsOfOperation.length > 0 || !operations.includes(id) ? pointsOfOperation : about;

  // If no point names the parameter, the first point about the operation will do.
  return candidates.find((point) => point.includes(`.${name}:`)) ?? candidates[0] ?? about[0]!;
}

/** Whether the error body says what is wrong with the request. */
function* detailsLook({ status, response: { body } }: SeenExchange, { violations }: RequestCheck): Generator<Sight> {
  const { error, message, details } = membersOf(body);
  const isOfQuery = violations.every(({ in: part }) => part === 'query');
  if (status !== 400 || typeof error !== 'string' || typeof message !== 'string' || !isOfQuery) return;

  // Each row: the case, what was seen, and the alternatives that fit.
  yield* firstOf('Error.details:members', [
    [details === undefined, 'absent', 'absent'],
    [Array.isArray(membersOf(details)['violations']), 'violations', STATED],
    [true, 'other members'],
  ]);
}

/**
 * The finding for a request that is refused although the contract accepts it. A request with an order may be refused
 * because the service has other names for the orders.
 */
function refusedWithoutReason({ query, status }: SeenExchange): Finding {
  if (query!.get('partyIds')?.some((text) => text.includes(',')) === true)
    return noFit('PartyIds:comma', String(status));

  const orderBy = query!.get('orderBy');
  const orderType = query!.get('orderType');
  const isLower = orderType?.[0] === orderType?.[0]?.toLowerCase();
  // If the request has both parameters, only a direction in lower case tells which one is refused.
  if (orderType !== undefined && (isLower || orderBy === undefined))
    return noFit('getUsers.orderType:values', String(status), orderType.join());
  if (orderBy !== undefined && orderType === undefined)
    return noFit('getUsers.orderBy:values', String(status), orderBy.join());

  return { kind: 'surprise', what: `status ${status} to a request that the contract accepts` };
}
