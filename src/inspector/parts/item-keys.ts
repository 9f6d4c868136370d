/** Keys that walk through a list: `j` to the next item, `k` to the one before, Escape closes. The focus follows. */

import { useEffect, useRef } from 'preact/hooks';
import { bindKey } from '../state/keys.js';
import { addressOf, go, route } from '../state/route.js';

/** @param items as they are in addresses, in the order of the list */
export function useItemKeys(items: readonly string[], noun: string): void {
  const current = useRef(items);
  current.current = items;
  useEffect(() => {
    const step = (by: 1 | -1): void => {
      const at = current.current.indexOf(route.value.item);
      const next = current.current[at === -1 ? 0 : at + by];
      if (next === undefined) return;

      go({ item: next }, { replace: route.value.item !== '' });
      focusRow(next);
    };

    const close = (): void => {
      const { item } = route.value;
      go({ item: '' });
      if (item !== '') focusRow(item);
    };

    const ends = [
      // Arrows scroll what is shown in full.
      bindKey({ key: 'ArrowDown', text: `next ${noun}, too`, except: '.item', act: () => step(1) }),
      bindKey({ key: 'ArrowUp', text: `${noun} before, too`, except: '.item', act: () => step(-1) }),
      bindKey({ key: 'j', text: `next ${noun} in the list`, act: () => step(1) }),
      bindKey({ key: 'k', text: `${noun} before in the list`, act: () => step(-1) }),
      bindKey({ key: 'Escape', text: `close the ${noun}`, act: close }),
    ];

    return () => ends.forEach((end) => end());
  }, []);
}

/** Focuses the row of an item, as soon as it is in the page. */
function focusRow(item: string): void {
  const href = addressOf({ item });
  requestAnimationFrame(() => {
    // Another key, such as the one for the search, may have moved the focus meanwhile.
    if (document.activeElement?.matches('input') === true) return;
    document.querySelector<HTMLElement>(`.list a[href="${CSS.escape(href)}"]`)?.focus({ preventScroll: true });
  });
}
