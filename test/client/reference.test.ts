/** The reference of the client library, which `npm run docs:client` writes. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { PROJECT } from '../project.js';

const PAGE = await readFile(join(PROJECT, 'src/client/reference/README.md'), 'utf8');
const DECLARATIONS = await readFile(join(PROJECT, 'src/client/dist/node/index.d.ts'), 'utf8');

/** The part of the page about each exported name. */
const parts = new Map(
  PAGE.split(/^### /m)
    .slice(1)
    .map((part) => [/^\w+/.exec(part)![0], part]),
);

/** Members that errors inherit from the platform. */
const FROM_ERROR = new Set(['cause', 'name']);

const program = parseAst(DECLARATIONS, { lang: 'dts' });
const exported = program.body.flatMap((statement) =>
  statement.type === 'ExportNamedDeclaration'
    ? statement.specifiers.map(({ local }) => DECLARATIONS.slice(local.start, local.end))
    : [],
);

test('src/client/reference/README.md describes every export of the built library, and nothing else', () => {
  expect([...parts.keys()].toSorted()).toEqual(exported.toSorted());
});

test('src/client/reference/README.md has the members and comments that exported interfaces and classes declare', () => {
  const missing = interfacesAndClasses().flatMap(({ name, members, comments }) => {
    const part = parts.get(name)!;
    return [
      ...members.filter((member) => !namesIn(part).includes(member)),
      ...comments.filter((comment) => !plain(part).includes(comment)),
    ].map((text) => `${name}: ${text}`);
  });
  expect(missing).toEqual([]);
});

test('src/client/reference/README.md has no member that is not declared', () => {
  const declared = new Set(DECLARATIONS.match(/\w+(?=\??[:(])|(?<=<)\w+/g));
  expect(namesIn(PAGE).filter((name) => !declared.has(name) && !FROM_ERROR.has(name))).toEqual([]);
});

/** The exported interfaces and classes, with what their declarations hold themselves. */
function interfacesAndClasses(): { name: string; members: string[]; comments: string[] }[] {
  return program.body.flatMap((statement) => {
    if (statement.type !== 'TSInterfaceDeclaration' && statement.type !== 'ClassDeclaration') return [];
    const name = statement.id!.name;
    if (!exported.includes(name)) return [];
    const members = statement.body.body.flatMap((member) =>
      'key' in member && !member.computed && member.key.type === 'Identifier' && member.key.name !== 'constructor'
        ? [member.key.name]
        : [],
    );
    const before = /\/\*\*(?:[^*]|\*(?!\/))*\*\/\n(?:declare )?(?:abstract )?$/.exec(
      DECLARATIONS.slice(0, statement.start),
    );
    const text = `${before?.[0] ?? ''}${DECLARATIONS.slice(statement.start, statement.end)}`;
    const comments = [...text.matchAll(/\/\*\*([^]*?)\*\//g)].map(([, comment]) =>
      plain(comment!.split(/^\s*\*?\s*@/m)[0]!),
    );
    return [{ name, members, comments }];
  });
}

/** The names of properties, parameters and methods in a part of the page. */
function namesIn(part: string): string[] {
  return [...part.matchAll(/^\| <a id="[^"]*"><\/a> `(\w+)\??`|^#{4,5} (\w+)\(\)/gm)].map(
    ([, property, method]) => property ?? method!,
  );
}

/** A text without the marks of comments, links and line ends. */
function plain(text: string): string {
  return text
    .replaceAll(/^\s*\*\s?/gm, '')
    .replaceAll(/\{@link (\w+)\}/g, '$1')
    .replaceAll(/\[(`?\w+`?)\]\(#[\w-]+\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
