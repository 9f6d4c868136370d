/** A list of any length: only the rows in sight are in the page. Rows have one height. */

import type { ComponentChild } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** How many rows above and below those in sight are in the page, too. */
const ROWS_BEYOND = 12;

interface Props<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string | number;
  readonly rowHeight: number;
  /** The row to keep in sight; -1 for none. */
  readonly selected: number;
  readonly label: string;
  readonly row: (item: Item) => ComponentChild;
}

/** A list of rows. The page has only those in sight and some beyond, so that a million rows cost no more than forty. */
export function VirtualList<Item>({ items, keyOf, rowHeight, selected, label, row }: Props<Item>) {
  const box = useRef<HTMLDivElement>(null);
  /** The part in sight, in pixels. The height is a guess until the list is laid out. */
  const [view, setView] = useState({ top: 0, height: 800 });
  /** The first row in sight, and how many of its pixels are above the part in sight. */
  const anchor = useRef<{ readonly key: string | number; readonly offset: number } | undefined>(undefined);

  const readView = (): void => {
    // The observer may call this once more after the list has gone.
    if (box.current === null) return;

    const { scrollTop, clientHeight } = box.current;
    const first = items[Math.floor(scrollTop / rowHeight)];
    anchor.current = first === undefined ? undefined : { key: keyOf(first), offset: scrollTop % rowHeight };
    setView({ top: scrollTop, height: clientHeight });
  };

  // Somebody who has scrolled down keeps seeing the same rows while new ones come.
  useLayoutEffect(() => {
    const list = box.current!;
    if (list.scrollTop === 0 || anchor.current === undefined) return;

    const { key, offset } = anchor.current;
    const index = items.findIndex((item) => keyOf(item) === key);
    const top = index * rowHeight + offset;
    if (index !== -1 && list.scrollTop !== top) list.scrollTop = top;
  }, [items, rowHeight]);

  useLayoutEffect(() => {
    const list = box.current!;
    if (selected === -1) return;

    const top = selected * rowHeight;
    // The list scrolls no further than the whole row needs.
    list.scrollTop = Math.max(Math.min(list.scrollTop, top), top + rowHeight - list.clientHeight);
  }, [selected]);

  useEffect(() => {
    readView();
    const observer = new ResizeObserver(readView);
    observer.observe(box.current!);

    return () => observer.disconnect();
  }, [rowHeight]);

  const first = Math.max(0, Math.floor(view.top / rowHeight) - ROWS_BEYOND);
  const end = Math.min(items.length, Math.ceil((view.top + view.height) / rowHeight) + ROWS_BEYOND);
  return (
    <div class="virtual" ref={box} onScroll={readView}>
      <ol aria-label={label} style={{ height: `${items.length * rowHeight}px`, paddingTop: `${first * rowHeight}px` }}>
        {items.slice(first, end).map((item, index) => (
          <li
            key={keyOf(item)}
            style={{ height: `${rowHeight}px` }}
            aria-posinset={first + index + 1}
            aria-setsize={items.length}
          >
            {row(item)}
          </li>
        ))}
      </ol>
    </div>
  );
}
