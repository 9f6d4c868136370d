/** What the resources of a Pact broker have in common: JSON with links in it (HAL). */

export interface HalResource {
  readonly _links?: Readonly<Record<string, HalLink | readonly HalLink[]>>;
}

export interface HalLink {
  readonly href?: string;
}

/** Where a link leads; `{name}` in it stands for a value. Undefined where there is no such link. */
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

/** The text as a resource; undefined where it is none. */
export function resourceIn(text: string): HalResource | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
