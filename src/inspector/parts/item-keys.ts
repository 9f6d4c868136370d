/** Keys that walk through a list: `j` to the next item, `k` to the one before, Escape closes it. */

import { useEffect, useRef } from 'preact/hooks';
import { bindKey } from '../state/keys.js';
import { go, place } from '../state/place.js';

/** @param items as they are in addresses, in the order of the list */
export function useItemKeys(items: readonly string[], noun: string): void {
  const current = useRef(items);
  current.current = items;
  useEffect(() => {
    const step = (by: 1 | -1): void => {
      const at = current.current.indexOf(place.value.item);
      const next = current.current[at === -1 ? 0 : at + by];
      if (next !== undefined) go({ item: next }, { replace: place.value.item !== '' });
    };
    const ends = [
      bindKey({ key: 'j', text: `next ${noun} in the list`, act: () => step(1) }),
      bindKey({ key: 'k', text: `${noun} before in the list`, act: () => step(-1) }),
      bindKey({ key: 'Escape', text: `close the ${noun}`, act: () => go({ item: '' }) }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
}
