/** Tools that look things up: the contract with what it rests on, and the pages that ship. */

import type { ControlContext } from '../../emulator/control/control-context.js';
import type { FidelityPoint } from '../../contract/fidelity/point.js';
import { nearest } from '../../contract/suggestions.js';
import { isShipped, shippedFile, shippedNames } from '../../common/shipped-files.js';
import { fittingItems, fittingText, hasWords, type Tool, ToolError, toolsOf } from './tool.js';

/** The tools. */
export function contractTools({ contracts, register }: ControlContext): Tool[] {
  return toolsOf({
    contract: ({ operation, search, offset }) => {
      const contract = contracts.in(register.existing('default').settings);
      const known = [...contract.operations.values()];
      const operations = known.map(({ id, method, path }) => `${id}: ${method.toUpperCase()} ${path}`);
      if (operation === undefined && search === undefined) return { operations };

      const found = known.find(({ id }) => id === operation);
      if (operation !== undefined && found === undefined) {
        const ids = known.map(({ id }) => id);
        throw new ToolError(`there is no operation "${operation}"${nearest(operation, ids)}`);
      }

      const points = contract.fidelity().points.filter(({ id, subject, note = '', operations: ids }) => {
        const isAsked = found === undefined || ids.includes(found.id);
        return isAsked && hasWords(`${id} ${subject} ${note}`, search);
      });
      const { items, more } = fittingItems(points.map(shownPoint), offset);
      const definition = found && contract.document.paths[found.path]?.[found.method];

      return {
        ...(offset === undefined && definition !== undefined && { definition: withoutNotes(definition) }),
        points: items,
        more,
      };
    },
    docs: ({ search, page, offset }) => {
      const pages = shippedPages();
      if (page !== undefined) {
        if (!pages.includes(page)) throw new ToolError(`there is no page "${page}"${nearest(page, pages)}`);
        return fittingText(shippedFile(page).toString(), offset);
      }
      if (search === undefined) return { pages };

      const { items, more } = fittingItems(sectionsWith(search, pages), offset);

      return { sections: items, more };
    },
  });
}

function shownPoint({ id, subject, basis, note, section, variants }: FidelityPoint): object {
  const { point = '', others = {}, breaks } = variants ?? {};
  const named = Object.entries(others).map(([name, text]) => [`variant;${point}=${name}`, text] as const);
  const otherwise = named.length === 0 ? undefined : Object.fromEntries(named);

  return { id, subject, basis, note, section, otherwise, breaks };
}

/** An operation without its notes, which are among the points. */
function withoutNotes(definition: object): unknown {
  return JSON.parse(JSON.stringify(definition, (name, value: unknown) => (name === 'x-fidelity' ? undefined : value)));
}

/** The most sections that a search shows. */
const MOST_SECTIONS = 8;

function shippedPages(): string[] {
  const inDocs = shippedNames('docs').filter((name) => name.endsWith('.md'));
  const others = ['README.md', 'CHANGELOG.md', 'src/client/README.md', 'skills/id-emulator/SKILL.md'];
  return [...inDocs.map((name) => `docs/${name}`), ...others].filter(isShipped);
}

interface Section {
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  readonly offset: number;
}

/** The sections with most of the words, whatever their endings. Rare words and those of a heading count more. */
function sectionsWith(search: string, pages: readonly string[]): Section[] {
  const stems = (search.match(/\w{2,}/g) ?? []).map(
    (word) => new RegExp(`\\b${word.replace(/(?<=...)(?:ing|ed|e?s|e)$/, '')}`, 'i'),
  );
  const sections = pages.flatMap(sectionsOf).map((section) => {
    const [text, heading] = [`${section.page}\n${section.text}`, `${section.page} ${section.heading}`];
    const found = stems.filter((stem) => stem.test(text));
    return { section, found, inHeading: found.filter((stem) => stem.test(heading)) };
  });
  const weight = (stem: RegExp): number =>
    Math.log(sections.length / sections.filter(({ found }) => found.includes(stem)).length);
  const rank = ({ found, inHeading }: (typeof sections)[number]): number =>
    [...found, ...inHeading].reduce((sum, stem) => sum + weight(stem), 0);

  return sections
    .filter(({ found }) => found.length > 0)
    .toSorted((a, b) => rank(b) - rank(a))
    .slice(0, MOST_SECTIONS)
    .map(({ section }) => ({ ...section, text: fittingText(section.text).text.slice(0, 1_500) }));
}

function sectionsOf(page: string): Section[] {
  let offset = 0;
  return shippedFile(page)
    .toString()
    .split(/^(?=#{1,3} )/m)
    .map((text) => {
      const section = { page, heading: text.slice(0, text.indexOf('\n')).replace(/^#+ /, ''), text, offset };
      offset += text.length;
      return section;
    });
}
