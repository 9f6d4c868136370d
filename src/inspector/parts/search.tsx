/** A search field that `/` reaches. What is searched for is in the address. */

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { bindKey } from '../state/keys.js';
import { go, route } from '../state/route.js';

export function Search({ label }: { readonly label: string }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => bindKey({ key: '/', text: 'search', act: () => focus(field.current) }), []);
  return (
    <input
      ref={field}
      type="search"
      placeholder="Search  /"
      aria-label={label}
      value={route.value.query['text'] ?? ''}
      onInput={(event) => go({ query: { ...route.value.query, text: event.currentTarget.value } }, { replace: true })}
    />
  );
}

/** What is searched for, in lower case; empty for everything. */
export function searchedText(): string {
  return (route.value.query['text'] ?? '').trim().toLowerCase();
}

/** Whether one of these texts has what is searched for. */
export function isSearched(...texts: readonly string[]): boolean {
  return texts.some((text) => text.toLowerCase().includes(searchedText()));
}

function focus(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
