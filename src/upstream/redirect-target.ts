/** Names the target of a redirect in messages. */

/**
 * The target of a redirect, without credentials and query, because these may be secret.
 * @param from the address that redirects
 */
export function redirectTarget(location: string | undefined, from: URL): string {
  if (location === undefined || !URL.canParse(location, from.href)) return 'nowhere';

  const target = new URL(location, from);
  return target.origin + target.pathname;
}
