/** The build for platforms without Node.js: what the conditions of `exports` lead to, and what its files import. */

import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { PROJECT } from '../project.js';

interface Conditions {
  readonly [condition: string]: string | Conditions;
}

/** The file for these conditions, as a bundler finds it. */
function resolve(target: string | Conditions | undefined, conditions: readonly string[]): string {
  if (typeof target === 'string') return target;
  const found = Object.entries(target ?? {}).find(([condition]) => [...conditions, 'default'].includes(condition));
  return resolve(found?.[1], conditions);
}

const { exports } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
  exports: Record<string, Conditions>;
};
const entryFor = (...conditions: string[]): string => join(PROJECT, resolve(exports['./client'], conditions));

/** What a file loads by `import`, `export from`, `import()` and `require()`; undefined for a name that is no literal. */
function loadedBy(file: string): (string | undefined)[] {
  const names: (string | undefined)[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const {
      type,
      source,
      callee,
      arguments: given,
    } = node as Record<string, { value?: unknown; name?: string }> & {
      type?: string;
      arguments?: { value?: unknown }[];
    };
    const isRequire = type === 'CallExpression' && callee?.name === 'require';
    const name = isRequire ? given?.[0] : source;
    if (isRequire || type === 'ImportExpression' || (/^(Import|Export)/.test(type ?? '') && name))
      names.push(typeof name?.value === 'string' ? name.value : undefined);
    for (const child of Object.values(node)) walk(child);
  };
  walk(parseAst(readFileSync(file, 'utf8'), { lang: 'js' }));
  return names;
}

/** All that an entry loads, from one file to the next. */
function reach(entry: string): {
  readonly files: ReadonlySet<string>;
  readonly others: readonly (string | undefined)[];
} {
  const files = new Set([entry]);
  const others: (string | undefined)[] = [];
  for (const file of files)
    for (const name of loadedBy(file)) {
      if (name?.startsWith('.')) files.add(join(dirname(file), name));
      else others.push(name);
    }
  return { files, others };
}

test.each([
  ['workerd', 'worker', 'import'],
  ['browser', 'import'],
  ['edge-light', 'import'],
  ['deno', 'import'],
  ['require'],
])(
  'for the conditions %s the library imports no module of Node.js, and none whose name is computed',
  (...conditions) => {
    const { files, others } = reach(entryFor(...conditions));
    // The parts that are loaded later, too.
    expect([...files].map((file) => file.replace(/^.*\/|\.c?js$/g, '')).toSorted()).toEqual([
      'core',
      'failures',
      'index',
      'links',
      'pages',
    ]);
    expect(others).toEqual([]);
  },
);

test.each([
  ['node', 'import'],
  ['node', 'require'],
])('for the conditions %s %s it imports modules of Node.js, by their full names only', (...conditions) => {
  const { others } = reach(entryFor(...conditions));
  expect(others).toContain('node:https');
  for (const name of others) expect(builtinModules.map((builtin) => `node:${builtin}`)).toContain(name);
});
