/** Shows any value in one short line, whatever its size or depth. */

const MOST_CHARACTERS = 120;
const MOST_MEMBERS = 5;
const MOST_LEVELS = 3;

/** The value as JSON, shortened with "..." where it is long, wide or deep. */
export function previewValue(value: unknown): string {
  const text = preview(value, 0);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}...` : text;
}

function preview(value: unknown, level: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MOST_CHARACTERS));
  if (typeof value !== 'object' || value === null) return String(value);
  if (level === MOST_LEVELS) return '...';
  if (Array.isArray(value)) return `[${first(value, (item) => preview(item, level + 1))}]`;
  const member = ([name, inner]: [string, unknown]): string => `${preview(name, level)}:${preview(inner, level + 1)}`;
  return `{${first(Object.entries(value), member)}}`;
}

function first<Item>(items: readonly Item[], show: (item: Item) => string): string {
  const shown = items.slice(0, MOST_MEMBERS).map(show);
  return (items.length > MOST_MEMBERS ? [...shown, '...'] : shown).join(',');
}
