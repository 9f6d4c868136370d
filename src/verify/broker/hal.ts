/** The resources of a Pact broker: JSON with links (HAL). */

import { parseJson } from '../../common/json.js';

export interface HalResource {
  readonly _links?: Readonly<Record<string, HalLink | readonly HalLink[]>>;
}

export interface HalLink {
  readonly href?: string;
}

/** The address of a link, with values in place of its `{name}` placeholders; undefined if there is no such link. */
export function hrefOf(
  { _links: links = {} }: HalResource,
  relation: string,
  values: Readonly<Record<string, string>> = {},
): string | undefined {
  const link = [links[relation] ?? []].flat()[0];
  return link?.href?.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    values[name] === undefined ? placeholder : encodeURIComponent(values[name]),
  );
}

/** Parses a resource; undefined if the text is no JSON object. */
export function parseResource(text: string): HalResource | undefined {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}
