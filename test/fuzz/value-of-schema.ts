/** Values that match a schema of a document, mostly ones that mean something to the emulator. */

import type { Document } from './documents.js';
import type { Draw } from './draw.js';
import type { Material } from './material.js';
import { oddValue } from './odd-values.js';
import { selection } from './scenario-selections.js';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly unknown[];
  readonly anyOf?: readonly unknown[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly items?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
}

export interface ValueContext {
  readonly draw: Draw;
  readonly material: Material;
  readonly document: Document;
}

const TIMES = ['2026-05-01T00:00:00Z', '2026-01-31T09:00:00.123Z', '1970-01-01T00:00:00Z', '2030-12-31T23:59:59+14:00'];
const DURATIONS = ['PT2H', '90s', '-15m', '250ms', 'P30D', '-P400D', 'P4000D', '0s'];
const TEXTS = ['ann', 'ben', 'example.com', 'party', 'Only', 'É', '1', 'Zoë O’Neil', '李小龍'];

/** Values of members and parameters that have a meaning, by name. */
const BY_NAME: Readonly<Record<string, (context: ValueContext) => unknown>> = {
  partyId: ({ draw, material }) => draw.of(material.parties),
  party: ({ draw, material }) => draw.of(material.parties),
  partyIds: ({ draw, material }) => Array.from({ length: draw.below(4) }, () => draw.of(material.parties)),
  contractId: ({ draw, material }) => draw.of(material.contracts),
  token: ({ draw, material }) => draw.of([...material.links, 'unknown']),
  select: ({ draw, material }) => selection(draw, material),
  scenario: ({ draw, material }) =>
    draw.chance(0.5) ? selection(draw, material) : draw.of(['flaky', 'empty-lists', 'nobody']),
  parameters: ({ draw }) => draw.of([{}, { share: 0.5 }, { after: 0 }, { times: 2 }]),
  id: ({ draw, material }) => material.sandbox(draw).id,
  activation: ({ draw }) => `a${1 + draw.below(9)}`,
  exchange: ({ draw }) => 1 + draw.below(200),
  population: ({ draw }) => draw.of([0, 1, 7, 30]),
  now: ({ draw }) => draw.of(TIMES),
  by: ({ draw }) => draw.of(DURATIONS),
  email: ({ draw }) => draw.of(['new@example.com', 'ben.brook@example.com', 'É@example.com']),
  path: ({ draw }) => draw.of(['/api/v1/institutions/me/users', '/api/*/*/me/*', '/*', '/oauth/token']),
  clientId: ({ draw }) => `client-${draw.below(30)}`,
  alias: ({ draw }) => `alias-${draw.below(30)}`,
  fixture: ({ draw }) => draw.of(['default', 'empty', { parties: [] }]),
  variants: ({ draw, material }) => Object.fromEntries([material.variant(draw), material.variant(draw)]),
  profilePicture: () => 'https://pictures.example.com/1.png',
  verifiedAt: ({ draw }) => draw.of(TIMES),
  grant_type: () => 'client_credentials',
};

/** A value that the schema allows, as far as this generator can tell. */
export function valueOf(context: ValueContext, reference: unknown, name = ''): unknown {
  const { draw, document } = context;
  const named = BY_NAME[name];
  if (named !== undefined) return named(context);
  const schema = document.resolved<Schema>(reference);
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return draw.of(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined && schema.type === undefined) return valueOf(context, draw.of(choices));
  switch (typeof schema.type === 'object' ? draw.of(schema.type) : schema.type) {
    case 'integer':
    case 'number':
      return draw.of([schema.minimum ?? 0, (schema.minimum ?? 0) + 1, 3, 50, schema.maximum ?? 100]);
    case 'boolean':
      return draw.chance(0.5);
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: draw.below(4) }, () => valueOf(context, schema.items));
    case 'string':
      return textFor(schema, draw);
    case 'object':
      return objectOf(context, schema);
    default:
      return oddValue(draw);
  }
}

function textFor({ pattern }: Schema, draw: Draw): string {
  const fitting = [...TEXTS, ...TIMES, ...DURATIONS, 'GET', '4xx', '404', '/api'];
  if (pattern === undefined) return draw.of(TEXTS);
  const expression = new RegExp(pattern, 'u');
  const matching = fitting.filter((text) => expression.test(text));
  return draw.of(matching.length > 0 ? matching : TEXTS);
}

function objectOf(context: ValueContext, { properties = {}, required = [], oneOf = [] }: Schema): object {
  const { draw, document } = context;
  const alternative = oneOf.length === 0 ? [] : (document.resolved<Schema>(draw.of(oneOf)).required ?? []);
  const isNeeded = (name: string): boolean => required.includes(name) || alternative.includes(name);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => isNeeded(name) || draw.chance(oneOf.length > 0 ? 0.1 : 0.35))
      .map(([name, schema]) => [name, valueOf(context, schema, name)]),
  );
}
