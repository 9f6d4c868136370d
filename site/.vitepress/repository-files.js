/** Links from pages to files of the repository that are not pages: the site serves a copy of each. */

import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of the copies. */
const COPIES = 'repository';

/** Paths of files and folders that pages link to. */
const linked = new Set();

/** A rule for links of Markdown: `../spec/openapi.yaml` leads to the copy, `README.md` to the index of its folder. */
export function linkRepositoryFiles(markdown) {
  markdown.core.ruler.push('repository-files', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href === null || /^(?:[a-z]+:|#|\/)/.test(href)) continue;
      const copy = copyOf(href, env.relativePath);
      token.attrSet('href', copy ?? href.replace(/README\.md(?=#|$)/, 'index.md'));
      // A copy is not a page, so the browser has to load it.
      if (copy !== undefined) token.attrSet('target', '_self');
    }
  });
}

/** The address of the copy; nothing for a link to a page. */
function copyOf(href, page) {
  const [path] = href.split('#');
  if (path.endsWith('.md')) return undefined;
  const file = posix.join(posix.dirname(page), path).replace(/\/$/, '');
  const found = statSync(join(ROOT, file), { throwIfNoEntry: false });
  if (found === undefined) throw new Error(`${page}: dead link to ${href}`);
  linked.add(file);
  return `/${COPIES}/${file}${found.isDirectory() ? '/index.html' : ''}`;
}

/** Copies what pages link to; a folder gets a list of its files. */
export function copyRepositoryFiles({ outDir }) {
  for (const path of linked) {
    const copy = join(outDir, COPIES, path);
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(join(ROOT, path), copy, { recursive: true, filter: isSource });
    if (statSync(copy).isDirectory()) writeFileSync(join(copy, 'index.html'), listOf(path, copy));
  }
}

function isSource(path) {
  return !/(?:^|[\\/])(?:node_modules|dist|\.vitest)(?:[\\/]|$)/.test(relative(ROOT, path));
}

function listOf(path, folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.html')
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .toSorted();
  const items = files.map((file) => `<li><a href="${encodeURI(file)}">${file}</a></li>`).join('\n');
  return `<!doctype html>\n<meta charset="utf-8">\n<title>${path}</title>\n<h1>${path}</h1>\n<ul>\n${items}\n</ul>\n`;
}
