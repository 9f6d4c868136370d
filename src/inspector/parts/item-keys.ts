/** Keys that walk through a list: `j` to the next item, `k` to the one before, Escape closes. The focus follows. */

import { useEffect, useRef } from 'preact/hooks';
import { bindKey } from '../state/keys.js';
import { addressOf, go, route } from '../state/route.js';

/**
 * Binds the keys while a list is shown.
 * @param items as they are in addresses, in the order of the list
 * @param noun what an item is called
 */
export function useItemKeys(items: readonly string[], noun: string): void {
  const latestItems = useRef(items);
  latestItems.current = items;
  useEffect(() => {
    const step = (by: 1 | -1): void => {
      const { item } = route.value;
      const index = latestItems.current.indexOf(item);
      // Without a shown item, both keys begin with the first one.
      const next = latestItems.current[index === -1 ? 0 : index + by];
      if (next === undefined) return;

      // The button Back then leads to the list, and not through all items.
      go({ item: next }, { replace: item !== '' });
      focusRow(next);
    };

    const close = (): void => {
      const { item } = route.value;
      go({ item: '' });
      if (item !== '') focusRow(item);
    };

    const unbindings = [
      // In the item that is shown in full, arrows scroll.
      bindKey({ key: 'ArrowDown', text: `next ${noun}, too`, except: '.item', act: () => step(1) }),
      bindKey({ key: 'ArrowUp', text: `${noun} before, too`, except: '.item', act: () => step(-1) }),
      bindKey({ key: 'j', text: `next ${noun} in the list`, act: () => step(1) }),
      bindKey({ key: 'k', text: `${noun} before in the list`, act: () => step(-1) }),
      bindKey({ key: 'Escape', text: `close the ${noun}`, act: close }),
    ];

    return () => unbindings.forEach((unbind) => unbind());
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
