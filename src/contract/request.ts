/** Validates requests against the contract, and parses their parameters. */

import type { ErrorObject } from 'ajv';
import { MOST_SHOWN } from '../common/bounded-list.js';
import { isObject, previewValue } from '../common/json.js';
import type { CompiledBody, Operation } from './operation.js';
import { type ParameterValue, readPathParameter, readQueryParameter } from './parameters.js';
import type { FormFields } from './query-string.js';
import { type Violation, unreportedErrors, violationsOf } from './violation.js';

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

export interface RequestCheck {
  readonly request: ValidRequest;
  /** Empty if the request is valid. */
  readonly violations: readonly Violation[];
  /** Number of violations that are not in the list. */
  readonly unreported: number;
  /**
   * Parameters and members that the contract does not have, and that the service ignores: the first {@link MOST_SHOWN}
   * of each. They are no violations, but may be typos.
   */
  readonly unknown: readonly Violation[];
  /** Number of unknown parameters and members that are not in the list. */
  readonly moreUnknown: number;
}

/** Validates one request. Use `request` of the result only if there are no violations. */
export function checkRequest(operation: Operation<string>, sent: PlainRequest): RequestCheck {
  const plain = operation.ignoresEmptyParameters ? { ...sent, query: withoutEmpty(operation, sent.query) } : sent;
  const violations: Violation[] = [];
  const path: Record<string, ParameterValue> = {};
  const query: Record<string, ParameterValue> = {};
  for (const parameter of operation.parameters) {
    const inPath = parameter.in === 'path';
    const value = inPath
      ? readPathParameter(parameter, plain.path, violations)
      : readQueryParameter(parameter, plain.query, violations);
    if (value !== undefined) (inPath ? path : query)[parameter.name] = value;
  }
  checkExactlyOne(operation, plain.query, violations);
  const body = plain.body === undefined ? emptyBody(operation.body) : plain.body;
  const errors = bodyErrors(operation.body, body);
  violations.push(...violationsOf(errors, 'body'));
  const parameters = unknownParameters(operation, plain);
  const members = unknownMembers(operation, plain);
  const refused = operation.refusesUnknownParameters ? parameters : NONE;
  const ignored = operation.refusesUnknownParameters ? NONE : parameters;
  violations.push(...refused.listed);
  return {
    request: { path, query, body },
    violations,
    unreported: unreportedErrors(errors) + refused.more,
    unknown: [...ignored.listed, ...members.listed],
    moreUnknown: ignored.more + members.more,
  };
}

/** The query without empty values, and without empty items of lists. */
function withoutEmpty({ parameters }: Operation<string>, query: FormFields): FormFields {
  const lists = new Set(parameters.filter(({ commaSeparated }) => commaSeparated).map(({ name }) => name));
  const given = [...query].map(([name, texts]) => {
    const items = lists.has(name) ? texts.flatMap((text) => text.split(',')) : texts;
    return [name, items.filter((item) => item.trim() !== '')] as const;
  });
  return new Map(given.filter(([, texts]) => texts.length > 0));
}

/** The value of an absent body: an empty form, which has no bytes. Undefined for any other media type. */
function emptyBody(body: CompiledBody | undefined): object | undefined {
  return body?.mediaType === 'application/x-www-form-urlencoded' ? {} : undefined;
}

function bodyErrors(body: CompiledBody | undefined, value: unknown): readonly ErrorObject[] {
  if (body === undefined || (value === undefined && !body.required)) return [];
  return body.validate(withoutSurplus(value, body)) ? [] : (body.validate.errors ?? []);
}

/** The body with at most one item too many in each array, so that 100,000 items are refused as quickly as 101. */
function withoutSurplus(value: unknown, { mostItems }: CompiledBody): unknown {
  if (!isObject(value)) return value;
  const shortened = [...mostItems].flatMap(([name, most]): [string, unknown][] => {
    const items = value[name];
    return Array.isArray(items) && items.length > most + 1 ? [[name, items.slice(0, most + 1)]] : [];
  });
  return shortened.length === 0 ? value : { ...value, ...Object.fromEntries(shortened) };
}

function checkExactlyOne({ exactlyOneOf }: Operation<string>, query: FormFields, violations: Violation[]): void {
  if (exactlyOneOf.length === 0) return;
  const given = exactlyOneOf.filter((name) => query.has(name));
  if (given.length === 1) return;
  const value = given.length === 0 ? 'none of them' : given.join(' and ');
  const expected = `exactly one of ${exactlyOneOf.join(', ')}`;
  violations.push({ in: 'query', pointer: '', code: 'x-exactly-one-of', expected, value });
}

/** The first unknown parts of a request, and the number of the others. */
interface UnknownParts {
  readonly listed: readonly Violation[];
  readonly more: number;
}

const NONE: UnknownParts = { listed: [], more: 0 };

function unknownParameters({ parameters }: Operation<string>, { query }: PlainRequest): UnknownParts {
  if (query.size === 0) return NONE;
  const known = new Set(parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name));
  const names = [...query.keys()].filter((name) => !known.has(name));
  return bounded(names, (name) => unknownPart('query', name, JSON.stringify(query.get(name)?.[0])));
}

function unknownMembers({ body: known }: Operation<string>, { body }: PlainRequest): UnknownParts {
  if (known === undefined || !isObject(body)) return NONE;
  const names = Object.keys(body).filter((name) => !known.members.has(name));
  return bounded(names, (name) => unknownPart('body', name, previewValue(body[name])));
}

function bounded(names: readonly string[], show: (name: string) => Violation): UnknownParts {
  return { listed: names.slice(0, MOST_SHOWN).map(show), more: Math.max(0, names.length - MOST_SHOWN) };
}

function unknownPart(part: 'query' | 'body', name: string, value: string): Violation {
  const expected = 'nothing, because the contract does not know it';
  return { in: part, pointer: `/${name}`, code: 'unknown', expected, value };
}
