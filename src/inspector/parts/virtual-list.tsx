/** A list of any length: only the rows in sight are in the page. Rows have one height. */

import type { ComponentChild } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows above and below those in sight. */
const BEYOND = 12;

interface Props<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string | number;
  readonly rowHeight: number;
  /** The row to keep in sight; -1 for none. */
  readonly selected: number;
  readonly label: string;
  readonly row: (item: Item) => ComponentChild;
}

export function VirtualList<Item>({ items, keyOf, rowHeight, selected, label, row }: Props<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const anchor = useRef<{ readonly key: string | number; readonly offset: number } | undefined>(undefined);

  const look = (): void => {
    // It may be called once more when the list has gone.
    if (box.current === null) return;

    const { scrollTop, clientHeight } = box.current;
    const first = items[Math.floor(scrollTop / rowHeight)];
    anchor.current = first === undefined ? undefined : { key: keyOf(first), offset: scrollTop % rowHeight };
    setView({ top: scrollTop, height: clientHeight });
  };

  // Who has scrolled down keeps seeing the same rows while new ones come.
  useLayoutEffect(() => {
    const list = box.current!;
    if (list.scrollTop === 0 || anchor.current === undefined) return;

    const { key, offset } = anchor.current;
    const at = items.findIndex((item) => keyOf(item) === key);
    if (at !== -1 && list.scrollTop !== at * rowHeight + offset) list.scrollTop = at * rowHeight + offset;
  }, [items, rowHeight]);

  useLayoutEffect(() => {
    const list = box.current!;
    if (selected === -1) return;

    const top = selected * rowHeight;
    // As little as shows the whole row.
    list.scrollTop = Math.max(Math.min(list.scrollTop, top), top + rowHeight - list.clientHeight);
  }, [selected]);

  useEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box.current!);

    return () => observer.disconnect();
  }, [rowHeight]);

  const from = Math.max(0, Math.floor(view.top / rowHeight) - BEYOND);
  const until = Math.min(items.length, Math.ceil((view.top + view.height) / rowHeight) + BEYOND);
  return (
    <div class="virtual" ref={box} onScroll={look}>
      <ol aria-label={label} style={{ height: `${items.length * rowHeight}px`, paddingTop: `${from * rowHeight}px` }}>
        {items.slice(from, until).map((item, at) => (
          <li
            key={keyOf(item)}
            style={{ height: `${rowHeight}px` }}
            aria-posinset={from + at + 1}
            aria-setsize={items.length}
          >
            {row(item)}
          </li>
        ))}
      </ol>
    </div>
  );
}
