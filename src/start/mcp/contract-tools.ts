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
      const all = [...contract.operations.values()];
      const outlines = all.map(({ id, method, path }) => `${id}: ${method.toUpperCase()} ${path}`);
      if (operation === undefined && search === undefined) return { operations: outlines };

      const named = all.find(({ id }) => id === operation);
      if (operation !== undefined && named === undefined) {
        const ids = all.map(({ id }) => id);
        throw new ToolError(`there is no operation "${operation}"${nearest(operation, ids)}`);
      }

      const points = contract.fidelity().points.filter(({ id, subject, note = '', operations }) => {
        const isOfOperation = named === undefined || operations.includes(named.id);
        return isOfOperation && hasWords(`${id} ${subject} ${note}`, search);
      });
      const { items, more } = fittingItems(points.map(shownPoint), offset);
      const definition = named && contract.document.paths[named.path]?.[named.method];

      return {
        // The first part of a result has the definition, and further parts only points.
        ...(offset === undefined && definition !== undefined && { definition: withoutNotes(definition) }),
        points: items,
        more,
      };
    },
    docs: ({ search, page, offset }) => {
      const pages = shippedPages();
      if (page !== undefined && !pages.includes(page))
        throw new ToolError(`there is no page "${page}"${nearest(page, pages)}`);
      if (page !== undefined) return fittingText(shippedFile(page).toString(), offset);
      if (search === undefined) return { pages };

      const { items, more } = fittingItems(sectionsWith(search, pages), offset);

      return { sections: items, more };
    },
  });
}

/** A point as an agent reads it: with the texts of its variants under the selections that choose them. */
function shownPoint({ id, subject, basis, note, section, variants }: FidelityPoint): object {
  const { point = '', others = {}, breaks } = variants ?? {};
  // The key selects the variant as a scenario.
  const variantTexts = Object.entries(others).map(([name, text]) => [`variant;${point}=${name}`, text] as const);
  const otherwise = variantTexts.length === 0 ? undefined : Object.fromEntries(variantTexts);

  return { id, subject, basis, note, section, otherwise, breaks };
}

/** An operation without its notes, which are among the points. */
function withoutNotes(definition: object): unknown {
  return JSON.parse(JSON.stringify(definition, (name, value: unknown) => (name === 'x-fidelity' ? undefined : value)));
}

/** The most sections that a search shows. */
const MOST_SECTIONS = 8;

/** The paths of the pages that the package ships. */
function shippedPages(): string[] {
  const inDocs = shippedNames('docs').filter((name) => name.endsWith('.md'));
  const others = ['README.md', 'CHANGELOG.md', 'src/client/README.md', 'skills/id-emulator/SKILL.md'];
  return [...inDocs.map((name) => `docs/${name}`), ...others].filter(isShipped);
}

/** The most characters of a section that a search shows. */
const SECTION_LENGTH = 1_500;

/** A heading of a page, and what follows until the next heading. */
interface Section {
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  /** The number of characters before the section in its page. */
  readonly offset: number;
}

/** The sections that have the most words of the search, in any ending. Rare words and words in headings count more. */
function sectionsWith(search: string, pages: readonly string[]): Section[] {
  const stems = (search.match(/\w{2,}/g) ?? []).map(stemOf);
  const candidates = pages.flatMap(sectionsOf).map((section) => {
    const text = `${section.page}\n${section.text}`;
    const heading = `${section.page} ${section.heading}`;
    const found = stems.filter((stem) => stem.test(text));

    return { section, found, inHeading: found.filter((stem) => stem.test(heading)) };
  });

  // A word that is in every section weighs nothing.
  const weight = (stem: RegExp): number => {
    const having = candidates.filter(({ found }) => found.includes(stem));
    return Math.log(candidates.length / having.length);
  };

  const rank = ({ found, inHeading }: (typeof candidates)[number]): number =>
    [...found, ...inHeading].reduce((sum, stem) => sum + weight(stem), 0);
  const matching = candidates.filter(({ found }) => found.length > 0);
  const best = matching.toSorted((a, b) => rank(b) - rank(a)).slice(0, MOST_SECTIONS);

  return best.map(({ section }) => ({ ...section, text: section.text.slice(0, SECTION_LENGTH) }));
}

/**
 * Matches the word with any ending: `throttled`, `throttles` and `throttling` for `throttle`. An ending is only removed
 * if three characters remain.
 */
function stemOf(word: string): RegExp {
  return new RegExp(`\\b${word.replace(/(?<=...)(?:ing|ed|e?s|e)$/, '')}`, 'i');
}

/** A page, cut at its headings. */
function sectionsOf(page: string): Section[] {
  const content = shippedFile(page).toString();
  let offset = 0;

  // A section begins with a line such as `## Retries`.
  return content.split(/^(?=#{1,3} )/m).map((text) => {
    const heading = text.slice(0, text.indexOf('\n')).replace(/^#+ /, '');
    const section = { page, heading, text, offset };
    offset += text.length;

    return section;
  });
}
