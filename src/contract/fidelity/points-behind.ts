/** Finds the points of the contract on which one response is based. */

import type { Contract } from '../contract.js';
import { readAuthorization } from '../authorization.js';
import { authorizationSchemeOf, resolveReference } from '../document.js';
import type { HeaderObject, ResponseObject, Schema, SchemaObject, SecurityScheme } from '../document.js';
import { headerValue } from '../headers.js';
import { defaultOf, valueOfTexts } from '../parameters.js';
import { visitParts, walkValue } from '../schema/schema-walk.js';
import { appliesTo, exchangeInContract, type ExchangeFacts, type ExchangeInContract } from './exchange-facts.js';
import { brokenKeywords, coversKeyword, isLimit, REFUSAL, SHAPE } from './keywords.js';
import type { FidelityPoint } from './point.js';

/**
 * The points on which a response is based, in the document's order: the points of its operation, of the parameters and
 * members that were sent or took their default, of its status, and of its headers and members. It never throws,
 * however malformed the exchange is.
 */
export function pointsBehind(contract: Contract, facts: ExchangeFacts): readonly FidelityPoint[] {
  const { points } = contract.fidelity();
  const exchange = exchangeInContract(contract, facts);
  if (exchange === undefined) return points.filter(({ when }) => when?.request === 'unknown-operation');

  const search = new PointSearch(exchange);
  search.addOperation();
  search.addRequest();
  search.addResponse();

  return points.filter((point) => search.found.has(point));
}

/** The points on which a response is based because of its request. */
export function requestPoints(exchange: ExchangeInContract): readonly FidelityPoint[] {
  const search = new PointSearch(exchange);
  search.addRequest();
  return [...search.found];
}

/** Collects the points of one exchange: call the `add` methods, then read {@link found}. */
class PointSearch {
  readonly found = new Set<FidelityPoint>();
  readonly #exchange: ExchangeInContract;

  constructor(exchange: ExchangeInContract) {
    this.#exchange = exchange;
  }

  /** Adds the points that hold for every call of the operation. */
  addOperation(): void {
    const { document, source } = this.#exchange;
    const places = [document, source, ...usedSecuritySchemes(this.#exchange)];
    for (const place of places) this.#add(place, () => true);
  }

  /**
   * For a successful request, adds the points about the values that were sent, and about the defaults of the others.
   * For an invalid request, adds the points about the limits that it breaks. Any other response, such as a rate limit,
   * does not depend on the values.
   */
  addRequest(): void {
    const { status } = this.#exchange.facts.response;
    const isSuccess = status >= 200 && status < 300;
    if (status === 400 || status === 422) this.#addBroken();
    // A 404 says that there is nothing for the values that were sent, so it is based on them, too.
    if (status === 404 || isSuccess) this.#addUsed();
    if (isSuccess) this.#addDefaults();
  }

  /** Adds the points of status, headers and body; none for a status that the contract does not have. */
  addResponse(): void {
    const { document, source, facts, fidelity } = this.#exchange;
    const { status, headers: sent, body } = facts.response;
    const reference = source.responses[status];
    if (reference === undefined) return;

    const response = resolveReference<ResponseObject>(document, reference);
    this.#add(response, isShown, status);

    for (const [name, header] of Object.entries(response.headers ?? {})) {
      const value = headerValue(sent, name);
      if (value !== undefined) this.#add(resolveReference<HeaderObject>(document, header), isShown, value);
    }

    if (body === undefined) return;

    // Every member of the body that is there, with its value.
    for (const { schema } of Object.values(response.content ?? {}))
      walkValue(fidelity.chain, schema, body, (place, value) => {
        this.#add(place, isShown, value);
      });
  }

  /** Adds the points about the values that were sent. */
  #addUsed(): void {
    for (const { around, schema, value } of sentParts(this.#exchange)) {
      for (const place of around) this.#add(place, isUsed, value);
      walkValue(this.#exchange.fidelity.chain, schema, value, (place, part) => {
        this.#add(place, isUsed, part);
      });
    }
  }

  /** Adds the points about the defaults that apply, because the query parameters were not sent. */
  #addDefaults(): void {
    const { operation, query } = this.#exchange;
    for (const parameter of operation.parameters) {
      const { name, in: part, source } = parameter;
      const isAbsent = part === 'query' && !query.has(name);
      if (isAbsent && defaultOf(parameter, query) !== undefined) this.#addAbout('default', source);
    }
  }

  /** Adds the points about the limits that the request breaks. */
  #addBroken(): void {
    const { source, query } = this.#exchange;
    const { 'x-exactly-one-of': rule } = source;
    const sentNames = rule?.parameters.filter((name) => query.has(name));
    // The rule has one note for requests with none of the parameters, and one for requests with several.
    if (sentNames?.length === 0) this.#addAbout('neither', rule!);
    else if (sentNames !== undefined && sentNames.length > 1) this.#addAbout('both', rule!);

    for (const part of sentParts(this.#exchange)) if (part.value !== undefined) this.#addBrokenIn(part);
  }

  /** Adds the points of a place that are about this aspect. */
  #addAbout(aspect: string, place: object): void {
    for (const point of this.#exchange.fidelity.at(place)) if (point.about === aspect) this.found.add(point);
  }

  /** Adds the points about the limits that a part breaks, itself or inside. A note of a list also covers the items. */
  #addBrokenIn({ around, schema, value }: SentPart): void {
    const { at, chain } = this.#exchange.fidelity;
    const places = [...around, ...chain(schema)];
    const target = places.at(-1) as SchemaObject;

    for (const keyword of brokenKeywords(target, value))
      for (const point of places.flatMap(at)) if (coversKeyword(point.about, keyword)) this.found.add(point);

    visitParts(chain, target, value, (inner, part) => {
      this.#addBrokenIn({ around: Array.isArray(value) ? places : [], schema: inner, value: part });
    });
  }

  /** Adds the points of a place that are of a kind, and whose conditions the exchange meets. */
  #add(place: object, isOfKind: (point: FidelityPoint) => boolean, value?: unknown): void {
    for (const point of this.#exchange.fidelity.at(place)) {
      // Every item of a list has the same places.
      const isNew = !this.found.has(point) && isOfKind(point);
      if (isNew && appliesTo(point, this.#exchange, value)) this.found.add(point);
    }
  }
}

/** Whether a response that was sent may be based on the point. */
function isShown({ about }: FidelityPoint): boolean {
  return about !== REFUSAL;
}

/** Whether the use of a value that was sent may be based on the point. */
function isUsed({ about }: FidelityPoint): boolean {
  return !isLimit(about) && about !== SHAPE;
}

/** The security schemes that the operation requires, and optional ones that are used. */
function usedSecuritySchemes({ document, source, facts }: ExchangeInContract): object[] {
  const { security = document.security } = source;
  // An empty requirement means that the operation may be called without authentication (OpenAPI 3.1).
  const isRequired = security.every((requirement) => Object.keys(requirement).length > 0);
  const authorization = headerValue(facts.request.headers, 'Authorization');
  const used = typeof authorization === 'string' ? readAuthorization(authorization).kind : undefined;

  const names = security.flatMap(Object.keys);
  const schemes = names.map((name) => document.components['securitySchemes']?.[name] as SecurityScheme);

  return isRequired ? schemes : schemes.filter((scheme) => authorizationSchemeOf(scheme) === used);
}

/** A parameter or the body of a request. */
interface SentPart {
  /** The parameter object, or the list around an item. Their notes also cover the part. */
  readonly around: readonly object[];
  readonly schema: Schema;
  /** Undefined if it is not known: the facts have no values of path parameters. */
  readonly value: unknown;
}

/** The parameters and the body that a request has. */
function sentParts({ source, operation, query, facts }: ExchangeInContract): SentPart[] {
  const parameters = operation.parameters.flatMap((parameter): SentPart[] => {
    const around = [parameter.source];
    const { schema } = parameter.source;
    if (parameter.in === 'path') return [{ around, schema, value: undefined }];

    const texts = query.get(parameter.name);
    return texts === undefined ? [] : [{ around, schema, value: valueOfTexts(parameter, texts) }];
  });
  const { body } = facts.request;
  const bodies = body === undefined ? [] : Object.values(source.requestBody?.content ?? {});

  return [...parameters, ...bodies.map(({ schema }): SentPart => ({ around: [], schema, value: body }))];
}
