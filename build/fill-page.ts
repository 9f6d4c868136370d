/** Writes pages of Markdown: the prose is in `build/pages/`, the source has the tables. */

import { readFileSync } from 'node:fs';

/** A page of `build/pages/`, with a value in place of each `{{name}}`. */
export function filledPage(page: string, values: Readonly<Record<string, string | number>>): string {
  const text = readFileSync(`build/pages/${page}.md`, 'utf8');
  const filled = new Map(Object.entries(values));
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(filled.get(name)));
}

/** The rows of a table, without its head. Each ends with a line break. */
export function tableRows(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** A text as the cell of a table, in which `|` would end the cell. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** The table of the parameters of a scenario or a provider state; empty if there are none. */
export function parametersTable<Spec extends { readonly description: string }>(
  parameters: Readonly<Record<string, Spec>>,
  describe: (spec: Spec) => string,
): string {
  const rows = Object.entries(parameters).map(([name, spec]) => {
    return [`\`${name}\``, spec.description, cell(describe(spec))];
  });
  return rows.length === 0 ? '' : `\n| parameter | meaning | values |\n|---|---|---|\n${tableRows(rows)}`;
}

/** The name of a group as a heading: `Human scores`. */
export function titleOf(group: string): string {
  return `${group.charAt(0).toUpperCase()}${group.slice(1)}`;
}

/** The anchor that GitHub gives a heading. */
export function anchorOf(heading: string): string {
  const text = heading.replace(/^#+ /, '').toLowerCase();
  return text.replaceAll(/[^\w -]/g, '').replaceAll(' ', '-');
}

/** A chapter for each group: its links for the table of contents, and the entries of its members. */
export function chaptersOf<Member extends { readonly name: string }>(
  groups: readonly (readonly [group: string, members: readonly Member[]])[],
  entryOf: (member: Member) => string,
): Record<'contents' | 'chapters', string> {
  const lines = groups.map(([group, members]) => {
    const title = titleOf(group);
    const links = members.map(({ name }) => `[${name}](#${name})`).join(', ');
    return `- [${title}](#${anchorOf(title)}): ${links}\n`;
  });
  const chapters = groups.map(([group, members]) => `## ${titleOf(group)}\n\n${members.map(entryOf).join('\n')}`);

  return { contents: lines.join(''), chapters: chapters.join('\n').trimEnd() };
}
