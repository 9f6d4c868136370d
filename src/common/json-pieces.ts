/** A long list in a JSON document, written piece by piece. */

/** The characters of one piece. */
const PIECE = 65_536;

/**
 * The JSON of a document with a list.
 * @param document with an empty list
 * @param name of the list: no member behind it has the same name
 */
export function* jsonPieces<Item>(
  document: object,
  name: string,
  items: readonly Item[],
  show: (item: Item) => unknown = (item) => item,
): Generator<string, void> {
  const text = JSON.stringify(document);
  // The last place counts: a text before it that a client has written, as in the world of a bundle, may look equal.
  const start = text.lastIndexOf(`"${name}":[]`) + `"${name}":[`.length;
  let piece = text.slice(0, start);

  for (const [at, item] of items.entries()) {
    const comma = at === 0 ? '' : ',';
    piece += comma + JSON.stringify(show(item));
    if (piece.length < PIECE) continue;

    yield piece;
    piece = '';
  }

  yield piece + text.slice(start);
}
