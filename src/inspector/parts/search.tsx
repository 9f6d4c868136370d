/** A search field that the key `/` reaches, and menus. What they choose is in the address. */

import { useEffect, useRef } from 'preact/hooks';
import { bindKey } from '../state/keys.js';
import { go, route } from '../state/route.js';
import { Choice } from './form.js';

/** A field whose text is in the address, so that a link shows what was searched for. */
export function Search({ label }: { readonly label: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => bindKey({ key: '/', text: 'search', act: () => focus(field.current) }), []);
  return (
    <input
      ref={field}
      type="search"
      placeholder="Search  /"
      aria-label={label}
      value={route.value.query['text'] ?? ''}
      onInput={(event) => setFilter('text', event.currentTarget.value)}
    />
  );
}

interface FilterProps {
  /** The name of the filter in the address. */
  readonly name: string;
  readonly label: string;
  /** What the menu says while nothing is chosen. */
  readonly none: string;
  readonly choices: readonly string[];
}

/** A menu whose choice is in the address. */
export function Filter({ name, label, none, choices }: FilterProps) {
  const value = route.value.query[name] ?? '';
  // An address may have a value that the list does not have.
  const all = value === '' || choices.includes(value) ? choices : [value, ...choices];
  const choose = (chosen: string): void => setFilter(name, chosen);

  return <Choice value={value} choices={all} none={none} label={label} onChoose={choose} />;
}

/** Puts a filter into the address, and goes to the first page. */
function setFilter(name: string, value: string): void {
  go({ query: { ...route.value.query, offset: '', [name]: value } }, { replace: true });
}

/** What is searched for, in lower case; empty for everything. */
export function searchedText(): string {
  return (route.value.query['text'] ?? '').trim().toLowerCase();
}

/** Whether one of these texts contains the searched text. */
export function isSearched(...texts: readonly string[]): boolean {
  return texts.some((text) => text.toLowerCase().includes(searchedText()));
}

/** Makes a field ready for a new text. */
function focus(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
