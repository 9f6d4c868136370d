/** Looks at the forms of values, members and headers in responses. */

import { exchangeInContract } from '../../../../contract/fidelity/exchange-facts.js';
import { PLAIN_VALUES } from '../../../../contract/fidelity/keywords.js';
import { isObject, membersOf } from '../../../../common/json.js';
import { onceFor } from '../../../../common/remembering.js';
import type { Contract } from '../../../../contract/contract.js';
import { contractViolations, headerPoint, statusInContract } from '../../contract-violations.js';
import { type BodyPlace, objectsIn, bodyPlacesIn, textOf, valuesAt } from './body-plan.js';
import { isRedacted } from '../../../../traffic/values.js';
import { type Finding, firstOf, fitting, Look, noFit, type Sight, STATED, stated } from '../look.js';
import { isSuccess, type SeenExchange } from '../../../../traffic/seen-exchange.js';
import { checkIn } from '../requests.js';
import { isNoStore } from '../protocol.js';
import { UnknownMembers } from './unknown-members.js';
import { formOfValue, formsOfTime } from './value-forms.js';
import { sightOf, type ValuePlace, valuePlaces } from './value-places.js';

const EMPTY = 'an empty text';
/** The path of the limit in the pagination. Another look decides about its value. */
const PAGE_LIMIT = '/pagination/limit';
/** The point about the form of most times. The check of a link has a point of its own. */
const TIME = 'Timestamp:format';

/** The components of the contract whose members are either absent or null if they have no value. */
const ABSENT = ['InstitutionUser', 'ResolvedCredential', 'CredentialMetadata'];

/** Where to look in the body of one kind of response. */
interface Plan {
  readonly values: readonly ValuePlace[];
  readonly times: readonly BodyPlace[];
  readonly objects: readonly BodyPlace[];
}

/** The plans of a contract, by operation and status: one map for each contract, which all institutions share. */
const plansOf = onceFor((_: Contract) => new Map<string, Plan | undefined>());

/**
 * Looks at the forms of values. A look is an observer of exchanges. It yields sights: which alternatives of a point
 * fit what was seen. STATED is the alternative that the contract states.
 */
export class FormLook extends Look {
  readonly #plans = plansOf(this.contract);
  readonly #members = new UnknownMembers();

  *see(exchange: SeenExchange): Generator<Finding> {
    const { operation, status, response, isExact, method, lacksHeaders = false } = exchange;
    if (operation === undefined || !isExact || method === 'HEAD') return;

    if (!lacksHeaders) yield* this.#headers(exchange);
    // A response may have a status that the contract does not list; its body is then read as that of the success.
    const statusOfContract = statusInContract(this.contract, operation.id, status);
    const plan = this.#planOf(operation.id, statusOfContract);

    // Of an error, only the members are looked at here. (The token endpoint has errors of its own.)
    if (!isSuccess(exchange) && operation.access !== 'client') {
      const { error, message } = membersOf(response.body);
      // If the whole body has another form than the contract's errors, its members are not counted one by one.
      const isOwnForm = typeof error === 'string' && typeof message === 'string';
      if (plan !== undefined && isOwnForm) yield* this.#members.see(plan.objects, exchange);

      return;
    }

    if (plan === undefined) {
      // Errors with other statuses have looks of their own.
      if (!operation.responses.has(statusOfContract) && isSuccess(exchange))
        yield { kind: 'contradiction', what: `status ${status}` };
      return;
    }

    // A value that shows a variant also violates the contract, but must be reported once. So the looks at values come
    // first, and the paths about which they decide are left out of the violations.
    const decidedPaths = new Set<string>();
    if (response.body !== undefined) yield* this.#values(plan, response.body, decidedPaths);
    yield* this.#violations(exchange, decidedPaths);
    if (response.body === undefined) return;

    if (isSuccess(exchange)) yield stated(`service:${PLAIN_VALUES}`, 'values of a response');
    yield* this.#members.see(plan.objects, exchange);
  }

  /** The plan for a response, which is made when it is first needed; undefined if the response has no body. */
  #planOf(id: string, status: number): Plan | undefined {
    const key = `${id} ${status}`;
    if (!this.#plans.has(key)) this.#plans.set(key, this.#makePlan(id, status));
    return this.#plans.get(key);
  }

  /** Collects the places of a body in which values, times and members are looked at. */
  #makePlan(id: string, status: number): Plan | undefined {
    const { operations, revision } = this.contract;
    const schema = operations.get(id as never)?.responses.get(status)?.schema;
    if (schema === undefined) return undefined;

    const places = bodyPlacesIn(this.contract, schema);
    return {
      values: valuePlaces({ revision, id, status }, places),
      times: places.filter(({ schema: { format } }) => format === 'date-time'),
      objects: objectsIn(places),
    };
  }

  /**
   * Looks at the values of the body that show points.
   * @param decidedPaths receives the paths about which this look decides, so that they are not violations as well
   */
  *#values(plan: Plan, body: unknown, decidedPaths: Set<string>): Generator<Sight> {
    for (const place of plan.values) {
      const { path, alternatives } = place;
      const values = new Set(valuesAt(body, path));
      // Another look decides whether a scope is refused.
      if (values.delete('invalid_scope')) decidedPaths.add(textOf(path));
      values.delete(null);

      const sights = new Set([...values].flatMap((value) => sightOf(place, value) ?? []));
      // The first alternative is the contract's own.
      const [own] = alternatives[0]!;
      if ([...sights].some(({ fits }) => fits[0] !== own)) decidedPaths.add(textOf(path));
      yield* sights;
    }

    for (const { path, points } of plan.times) {
      const values = valuesAt(body, path);
      // Null has no form, so another look decides whether null is allowed.
      if (!values.includes(null)) decidedPaths.add(textOf(path));
      const point = points.some(({ id }) => id === TIME) ? TIME : 'VerificationStatus:format';
      const times = values.filter((value) => value !== null && !isRedacted(value));
      for (const value of new Set(times)) yield fitting(point, formsOfTime(value), formOfValue(value), path.at(-1));
    }

    for (const place of plan.objects) yield* absentMembers(place, body, decidedPaths);
  }

  /** Looks at violations of the contract in places about which nothing is decided yet. */
  *#violations(exchange: SeenExchange, decidedPaths: ReadonlySet<string>): Generator<Finding> {
    const { operation, status, response } = exchange;
    // Exporters may replace a URL by text that is no URL.
    const isCensored = /redacted|\*{3}/i.test(response.text);
    const violations = contractViolations(this.contract, { operation: operation!.id, status, ...response });
    // The contract does not describe the success of a request that it refuses.
    const isWrongRequest = violations.length > 0 && checkIn(operation!, exchange).violations.length > 0;
    if (isSuccess(exchange) && isWrongRequest) return;

    for (const { description, point, part, path } of violations) {
      // The looks at errors, headers and pages decide about these.
      if (part === 'status' || path === PAGE_LIMIT) continue;
      if (part === 'header' && point !== undefined) continue;
      // The looks decide about values, so a required member that is missing is a violation still.
      if (decidedPaths.has(path) && !description.endsWith('found nothing')) continue;
      if (isCensored && description.includes('expected a uri')) continue;

      if (point === undefined || point.basis === 'specified') yield { kind: 'contradiction', what: description };
      if (point !== undefined) yield noFit(point.id, description);
    }
  }

  /** Looks at the headers that the contract declares. */
  *#headers({ operation, status, response }: SeenExchange): Generator<Sight> {
    // Only the operation is looked up, so the request may be empty.
    const exchangeFacts = { operationId: operation!.id, request: {}, response: { status } };
    const inContract = exchangeInContract(this.contract, exchangeFacts)!;
    for (const { name, required, validate } of operation!.responses.get(status)?.headers ?? []) {
      const point = headerPoint(inContract, status, name);
      const value = response.headers[name.toLowerCase()];
      // Another look decides the form of a wait.
      if (point === undefined || point.id === 'RetryAfter' || (value === undefined && !required)) continue;

      // Each row: the case, what was seen, and the alternatives that fit.
      yield* firstOf(point.id, [
        [value === undefined, 'nothing', 'absent'],
        [validate(value) || (name === 'Cache-Control' && isNoStore(value)), name, STATED],
        [true, 'another value'],
      ]);
    }
  }
}

/** Whether optional members without a value are null or absent. */
function* absentMembers(place: BodyPlace, body: unknown, decidedPaths: Set<string>): Generator<Sight> {
  const component = place.components.find((name) => ABSENT.includes(name));
  if (component === undefined) return;

  const { required = [], properties = {} } = place.schema;
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const point = `${component}:absent-members`;
  const forms = new Set<string>();

  for (const object of valuesAt(body, place.path).filter(isObject))
    for (const name of optional) {
      const value = object[name];
      // Null violates the contract, and shows a variant.
      if (value === null) decidedPaths.add(textOf([...place.path, name]));
      if (value === null) forms.add('null');
      else if (value === undefined) forms.add('absent');
      else if (value === '') forms.add(EMPTY);
    }

  for (const form of forms) yield form === EMPTY ? noFit(point, form) : fitting(point, [form], form);
}
