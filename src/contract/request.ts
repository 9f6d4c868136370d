/** Validates requests against the contract, and parses their parameters. */

import type { ErrorObject } from 'ajv';
import { isObject, type Json, membersOf, previewValue } from '../common/json.js';
import type { CompiledBody, Operation } from './operation.js';
import { type CompiledParameter, defaultOf, type ParameterValue, parseScalar, valueOfTexts } from './parameters.js';
import type { FormFields } from './query-string.js';
import { expectedOf, type Violation, unreportedErrors, violationsOf } from './violation.js';

/** A request before validation: path parameters decoded, query split, body parsed. */
export interface PlainRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: FormFields;
  /** Undefined if the operation takes no body. */
  readonly body?: unknown;
}

/** A valid request. Absent parameters have their defaults. */
export interface ValidRequest {
  readonly path: Readonly<Record<string, ParameterValue>>;
  readonly query: Readonly<Record<string, ParameterValue>>;
  readonly body: unknown;
}

/** The check of one request: its values, and what is wrong with them. */
export class RequestCheck {
  /** The values of the request. They are complete and valid only if there are no violations. */
  readonly request: ValidRequest;
  /** Empty if the request is valid. */
  readonly violations: Violation[] = [];
  /** Number of violations that are not in the list. */
  unreported = 0;
  /**
   * Parameters and members that the contract does not have, and that the service ignores. They are no violations, but
   * may be typos.
   */
  readonly unknown: Violation[] = [];

  /** @param isStrict whether unknown parameters and members are violations, whatever the contract says of them */
  constructor(operation: Operation<string>, sent: PlainRequest, isStrict = false) {
    const { body: expected, document } = operation;
    const ignoresEmpty = document['x-empty-parameters'] === 'ignored';
    const fields = ignoresEmpty ? withoutEmpty(operation, sent.query) : sent.query;
    const path: Record<string, ParameterValue> = {};
    const query: Record<string, ParameterValue> = {};

    for (const parameter of operation.parameters) {
      const inPath = parameter.in === 'path';
      const value = inPath ? this.#pathValue(parameter, sent.path) : this.#queryValue(parameter, fields);
      const values = inPath ? path : query;
      if (value !== undefined) values[parameter.name] = value;
    }

    this.#checkExactlyOne(operation, fields);

    // A form without fields has no bytes, so an absent body is an empty form.
    const isEmptyForm = sent.body === undefined && expected?.mediaType === 'application/x-www-form-urlencoded';
    const body = isEmptyForm ? {} : sent.body;

    const errors = bodyErrors(expected, body);
    this.violations.push(...violationsOf(errors, 'body'));
    this.unreported += unreportedErrors(errors);
    this.request = { path, query, body };

    this.#checkNames(operation, { ...sent, query: fields }, isStrict);
  }

  /** The value of a parameter in the path, which is there whenever the operation was found. */
  #pathValue(parameter: CompiledParameter, path: PlainRequest['path']): ParameterValue | undefined {
    return this.#validated(parameter, parseScalar(parameter, path[parameter.name] ?? ''));
  }

  /** The value of a query parameter, or its default if the query does not have it. */
  #queryValue(parameter: CompiledParameter, query: FormFields): ParameterValue | undefined {
    const { name, type, required, repeated, schema } = parameter;
    const texts = query.get(name);
    if (texts === undefined) {
      if (required) this.#refuse(name, 'required', expectedOf(schema));
      return defaultOf(parameter, query);
    }

    if (texts.length > 1 && type !== 'array' && repeated === undefined) {
      this.#refuse(name, 'repeated', 'given once', previewValue(texts));
      return undefined;
    }

    const value = valueOfTexts(parameter, texts);
    // In a variant of the contract, the service ignores values that are not in the enumeration.
    if (parameter.ignoresUnknown && !parameter.validate(value)) return defaultOf(parameter, query);

    return this.#validated(parameter, value);
  }

  /** The value; undefined if it is invalid, which adds violations. */
  #validated(parameter: CompiledParameter, value: ParameterValue): ParameterValue | undefined {
    const { name, in: part, validate } = parameter;
    if (validate(value)) return value;

    this.violations.push(...violationsOf(validate.errors ?? [], part, `/${name}`));
    return undefined;
  }

  #refuse(name: string, code: string, expected: string, value?: string): void {
    const place = { in: 'query', pointer: `/${name}`, code, expected } as const;
    this.violations.push(value === undefined ? place : { ...place, value });
  }

  #checkExactlyOne({ source }: Operation<string>, query: FormFields): void {
    const { 'x-exactly-one-of': rule } = source;
    if (rule === undefined) return;

    const sentNames = rule.parameters.filter((name) => query.has(name));
    if (sentNames.length === 1) return;

    const value = sentNames.length === 0 ? 'none of them' : sentNames.join(' and ');
    const expected = `exactly one of ${rule.parameters.join(', ')}`;
    this.violations.push({ in: 'query', pointer: '', code: 'x-exactly-one-of', expected, value });
  }

  /** @param isStrict whether unknown parts are violations, whatever the contract says of them */
  #checkNames(operation: Operation<string>, sent: PlainRequest, isStrict: boolean): void {
    const { document, body: expected } = operation;
    const names = unknownParameters(operation, sent.query);
    const inQuery = new Map(names.map((name) => [name, sent.query.get(name)?.[0]]));
    this.#addUnknown('query', inQuery, isStrict || document['x-unknown-parameters'] === 'refused');

    const hasMembers = expected !== undefined && isObject(sent.body);
    if (hasMembers) this.#addUnknown('body', unknownMembers(expected, sent.body), isStrict);
  }

  #addUnknown(part: 'query' | 'body', found: ReadonlyMap<string, unknown>, isRefused: boolean): void {
    // The schema of a body that refuses unknown members has reported them.
    const reported = new Set(this.violations.map(({ pointer }) => pointer));
    const names = [...found.keys()].filter((name) => !reported.has(`/${name}`));
    const list = isRefused ? this.violations : this.unknown;

    for (const name of names) {
      const value = previewValue(found.get(name));
      list.push({ in: part, pointer: `/${name}`, code: 'unknown', expected: UNKNOWN, value });
    }
  }
}

/** What the contract expects of a parameter or member that it does not have. */
const UNKNOWN = 'nothing, because the contract does not know it';

/** The names in a query that are no query parameters of the operation. */
export function unknownParameters({ parameters }: Operation<string>, query: FormFields): string[] {
  const known = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  return [...query.keys()].filter((name) => !known.includes(name));
}

/** Members of a body, and of objects in its lists, that the contract does not have: `requests/0/x`, and its value. */
export function unknownMembers({ members, itemMembers }: CompiledBody, body: Json): ReadonlyMap<string, unknown> {
  const unknown = new Map(Object.entries(body).filter(([name]) => !members.has(name)));
  for (const [list, known] of itemMembers) {
    const items: unknown = body[list];
    if (!Array.isArray(items)) continue;

    for (const [at, item] of items.entries())
      for (const [name, value] of Object.entries(membersOf(item)))
        if (!known.has(name)) unknown.set(`${list}/${at}/${name}`, value);
  }

  return unknown;
}

/** The query without empty values, and without empty items of lists. */
function withoutEmpty({ parameters }: Operation<string>, query: FormFields): FormFields {
  const lists = new Set(parameters.filter(({ commaSeparated }) => commaSeparated).map(({ name }) => name));
  const nonEmpty = new Map<string, readonly string[]>();
  for (const [name, texts] of query) {
    const items = lists.has(name) ? texts.flatMap((text) => text.split(',')) : texts;
    const given = items.filter((item) => item.trim() !== '');
    if (given.length > 0) nonEmpty.set(name, given);
  }

  return nonEmpty;
}

/** The errors of the body by its schema. An absent body that is not required has none. */
function bodyErrors(body: CompiledBody | undefined, value: unknown): readonly ErrorObject[] {
  const isExpected = body !== undefined && (value !== undefined || body.required);
  if (!isExpected || body.validate(withoutSurplus(value, body))) return [];
  return body.validate.errors ?? [];
}

/** The body with at most one item too many in each array, so that 100,000 items are refused as quickly as 101. */
function withoutSurplus(value: unknown, { members }: CompiledBody): unknown {
  if (!isObject(value)) return value;

  const shortened = new Map<string, unknown>();
  for (const [name, { maxItems }] of members) {
    const items = value[name];
    if (typeof maxItems !== 'number' || !Array.isArray(items)) continue;
    if (items.length > maxItems + 1) shortened.set(name, items.slice(0, maxItems + 1));
  }

  return shortened.size === 0 ? value : { ...value, ...Object.fromEntries(shortened) };
}
