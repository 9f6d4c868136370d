/** Links between the pages lead somewhere, in a checkout as on the site. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** `docs/api` is generated for the site alone. */
const FOLDERS = [
  '.',
  'bench',
  'bench/libraries',
  'bench/special',
  'docs',
  'docs/reference',
  'docs/ways',
  'src/client',
  'src/client/reference',
  'skills/id-emulator',
];

const PAGES = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(ROOT, folder, name)),
);

/** The anchors of a page, as GitHub and the site write them; a repeated one gets a number. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, text] of readFileSync(page, 'utf8').matchAll(/^#{1,6} (.*)$/gm)) {
    const words = text!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    let repeated = 0;
    while (anchors.has(repeated === 0 ? anchor : `${anchor}-${repeated}`)) repeated++;
    anchors.add(repeated === 0 ? anchor : `${anchor}-${repeated}`);
  }
  return anchors;
}

function deadLinksOf(page: string): string[] {
  const prose = readFileSync(page, 'utf8')
    .replaceAll(/^```[^]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]*)\)/g)].flatMap(([, link]) => {
    const [path = '', anchor] = link!.split('#');
    if (/^[a-z]+:/.test(path)) return [];
    const target = path === '' ? page : join(dirname(page), path);
    const isThere =
      existsSync(target) && (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor));
    return isThere ? [] : [`${relative(ROOT, page)}: ${link!}`];
  });
}

const DOCUMENTATION = ['', 'reference/'].flatMap((folder) =>
  readdirSync(join(ROOT, 'docs', folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => folder + name),
);

const SIDEBAR = [
  ...readFileSync(join(ROOT, 'site/.vitepress/config.js'), 'utf8').matchAll(/\{ text: '[^']+', link: '\/([^']*)' \}/g),
].map(([, link]) => link!);

test('every page of docs/ is in the sidebar of the site', () => {
  const pages = DOCUMENTATION.map((name) => `docs/${name.replace(/\.md$/, '')}`);
  expect(pages.filter((page) => !SIDEBAR.includes(page))).toEqual([]);
});

test('every page of docs/ is in docs/README.md', () => {
  const overview = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
  expect(DOCUMENTATION.filter((page) => !overview.includes(`](${page})`))).toEqual([]);
});

test('every link of the sidebar leads to a page', () => {
  // `docs/api` is generated for the site alone.
  const pages = SIDEBAR.filter((link) => !link.startsWith('docs/api/')).map((link) =>
    link === '' || link.endsWith('/') ? `${link}README.md` : `${link}.md`,
  );
  expect(pages).toContain('docs/containers.md');
  expect(pages.filter((page) => !existsSync(join(ROOT, page)))).toEqual([]);
});

test('no page has a link to a file or a heading that does not exist', () => {
  expect(PAGES.flatMap(deadLinksOf)).toEqual([]);
});
