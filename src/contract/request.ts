/** Validates requests against the contract, and parses their parameters. */

import type { ErrorObject } from 'ajv';
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
  /** Number of violations in the body that are not in the list. */
  readonly unreported: number;
  /** Parameters and members that the contract does not have, and the service ignores: perhaps typos. */
  readonly unknown: readonly Violation[];
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
  const errors = bodyErrors(operation.body, plain.body);
  violations.push(...violationsOf(errors, 'body'));
  const unknown = unknownParts(operation, plain);
  const isRefused = (violation: Violation): boolean => operation.refusesUnknownParameters && violation.in === 'query';
  violations.push(...unknown.filter(isRefused));
  return {
    request: { path, query, body: plain.body },
    violations,
    unreported: unreportedErrors(errors),
    unknown: unknown.filter((violation) => !isRefused(violation)),
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
  violations.push({ in: 'query', pointer: '', expected: `exactly one of ${exactlyOneOf.join(', ')}`, value });
}

function unknownParts(operation: Operation<string>, { query, body }: PlainRequest): Violation[] {
  const unknown: Violation[] = [];
  if (query.size > 0) {
    const known = new Set(operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name));
    for (const name of query.keys())
      if (!known.has(name)) unknown.push(unknownPart('query', name, JSON.stringify(query.get(name)?.[0])));
  }
  if (operation.body !== undefined && isObject(body)) {
    for (const name of Object.keys(body))
      if (!operation.body.members.has(name)) unknown.push(unknownPart('body', name, previewValue(body[name])));
  }
  return unknown;
}

function unknownPart(part: 'query' | 'body', name: string, value: string): Violation {
  return { in: part, pointer: `/${name}`, expected: 'nothing, because the contract does not know it', value };
}
