/** What the modules in integrations/ call, and the members that they name, are in spec/control.yaml. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = new URL('../../', import.meta.url);

interface Parameter {
  readonly name?: string;
  readonly in?: string;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: object;
  readonly responses: object;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

const CONTROL = parse(textOf('spec/control.yaml'), { maxAliasCount: -1 }) as Document;

/** The code of each module, without comments. */
const INTEGRATIONS = {
  Python: () => textsOf('integrations/python/*.py').replaceAll(/^ *"""[^]*?"""/gm, ''),
  Java: () => textsOf('integrations/java/**/*.java').replaceAll(/\/\*\*[^]*?\*\//g, ''),
};

function textOf(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

function textsOf(pattern: string): string {
  return globSync(pattern, { cwd: fileURLToPath(ROOT) })
    .map(textOf)
    .join('\n');
}

/**
 * The calls of `control` with a method and a path as text, as `POST /sandboxes/{}/holds`. What the program fills in, in
 * Python `{self.id}` and in Java `" + id + "`, is `{}`; the paths of a sandbox begin behind its ID.
 */
function callsIn(source: string): string[] {
  const calls = source.matchAll(/\bcontrol\("(GET|POST|PUT|DELETE)", f?("[^;]*?)(?=,| \+ queryOf|\))/g);
  return [...calls].map(([, method, text]) => {
    const path = text!
      .replaceAll(/" \+ [\w.]+(?: \+ ")?/g, '{}')
      .replaceAll(/\{[^}]+\}/g, '{}')
      .replaceAll('"', '')
      .replace('/sandboxes/default', '/sandboxes/{}');
    return `${method} ${path.startsWith('/sandboxes') ? path : `/sandboxes/{}${path}`}`;
  });
}

const OPERATIONS = new Map(
  Object.entries(CONTROL.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
      operation,
    ]),
  ),
);

/** The names of members in the bodies of an operation, and of its query parameters. */
function namesOf({ parameters = [], requestBody = {}, responses }: Operation): Set<string> {
  const names = new Set(parameters.flatMap(({ name = '' }) => name));
  const visited = new Set<object>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || visited.has(node)) return;
    visited.add(node);
    const { properties = {}, $ref } = node as { readonly properties?: object; readonly $ref?: string };
    for (const name of Object.keys(properties)) names.add(name);
    const [, kind, name] = /^#\/components\/(\w+)\/(\w+)$/.exec($ref ?? '') ?? [];
    if (name !== undefined) visit(CONTROL.components[kind!]![name]);
    for (const value of Object.values(node)) visit(value);
  };
  visit(requestBody);
  visit(responses);
  return names;
}

/** The members that a source reads, `["held"]` or `.get("held")`, and those that it writes, `"by": by` or `Map.of("by", by)`. */
const MEMBERS: Readonly<Record<keyof typeof INTEGRATIONS, readonly RegExp[]>> = {
  Python: [/[\w)]\["(\w+)"\]/g, /\['(\w+)'\]/g, /[{,] ?"(\w+)": /g, /"(\w+)" (?:not )?in \w/g],
  Java: [
    /\.get\("(\w+)"\)/g,
    /containsKey\("(\w+)"\)/g,
    /Map\.of\("(\w+)"/g,
    /Map\.of\([^;]*?, "(\w+)", \w/g,
    /\.put\("(\w+)"/g,
  ],
};

const LANGUAGES = Object.keys(INTEGRATIONS) as (keyof typeof INTEGRATIONS)[];

test.each(LANGUAGES)('the control plane has every operation that the module for %s calls', (language) => {
  const calls = callsIn(INTEGRATIONS[language]());
  expect(calls.filter((call) => !OPERATIONS.has(call))).toEqual([]);
  expect(calls).toEqual(
    expect.arrayContaining([
      'POST /sandboxes',
      'DELETE /sandboxes/{}',
      'POST /sandboxes/{}/scenarios',
      'POST /sandboxes/{}/holds/{}/release',
      'GET /sandboxes/{}/behaviour',
    ]),
  );
});

test.each(LANGUAGES)('these operations have every member that the module for %s names', (language) => {
  const source = INTEGRATIONS[language]();
  const names = new Set(callsIn(source).flatMap((call) => [...namesOf(OPERATIONS.get(call)!)]));
  const named = MEMBERS[language].flatMap((pattern) => [...source.matchAll(pattern)].map(([, name]) => name!));
  expect([...new Set(named)].filter((name) => !names.has(name))).toEqual([]);
  expect(named).toEqual(expect.arrayContaining(['clientSecret', 'held', 'as', 'verdicts', 'diagnostics']));
});

test('both modules call the same operations', () => {
  const [python, java] = LANGUAGES.map((language) => new Set(callsIn(INTEGRATIONS[language]())));
  expect([...java!].toSorted()).toEqual([...python!].toSorted());
});

test('the Python package has the version of this package', () => {
  const { version } = JSON.parse(textOf('package.json')) as { readonly version: string };
  expect(textOf('integrations/python/pyproject.toml')).toContain(`\nversion = "${version}"\n`);
});
