/**
 * Reads the resources of a Pact broker. They are JSON with links, in the format HAL (Hypertext Application Language).
 */

import { membersOf, parseJson } from '../../common/json.js';
import type { HalResource } from '../foreign-types.js';

/** The address of a link, with values in place of its `{name}` placeholders. Undefined if there is no such link. */
export function hrefOf(
  { _links: links = {} }: HalResource,
  relation: string,
  values: Readonly<Record<string, string>> = {},
): string | undefined {
  // A relation has one link or a list of links. The first link of a list counts.
  const [link] = [links[relation] ?? []].flat();

  return link?.href?.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? encodeURIComponent(values[name]!) : placeholder,
  );
}

/** Parses a resource. A text that is no JSON object has no links. */
export function parseResource(text: string): HalResource {
  return membersOf(parseJson(text));
}
