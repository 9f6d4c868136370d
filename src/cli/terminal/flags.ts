/** Reads values of flags that several commands share. */

import { UsageError } from './failure.js';

/**
 * The address in a flag.
 * @param example a valid address, for the message
 * @throws UsageError if it is not an HTTP address
 */
export function checkedUrl(flag: string, url: string, example: string): string {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url;
  throw new UsageError(`${flag}: expected an address such as ${example}, found ${JSON.stringify(withoutUser(url))}`);
}

/** The description of `--token-url`. */
export const TOKEN_URL = 'its token endpoint; default: /oauth/token at the address of the service';

/** The addresses in `--service` and `--token-url`. @throws UsageError if one is not valid */
export function serviceAddresses({
  service = [],
  tokenUrl = [],
}: ServiceFlags): Record<'services' | 'tokenUrls', string[]> {
  const services = service.map((url) => checkedUrl('--service', url, 'https://api.example.com/api/v1'));
  const tokenUrls = tokenUrl.map((url) => checkedUrl('--token-url', url, 'https://auth.example.com/oauth/token'));
  return { services, tokenUrls };
}

/** The flags that name a service in recordings. */
export interface ServiceFlags {
  readonly service?: readonly string[];
  readonly tokenUrl?: readonly string[];
}

/**
 * The address of a service in a flag, without credentials, query and fragment.
 * @param example a valid address, for the message
 * @throws UsageError if it is not such an address
 */
export function serviceUrl(flag: string, url: string, example: string): string {
  const { username, password, search, hash } = new URL(checkedUrl(flag, url, example));
  if ([username, password, search, hash].every((part) => part === '')) return url;

  // The value is not shown: it may contain a secret.
  const parts = 'credentials, query and fragment';
  throw new UsageError(`${flag}: expected an address such as ${example}, without ${parts}`);
}

/** An address without credentials. */
function withoutUser(url: string): string {
  const start = url.indexOf('//') + 2;
  const end = url.lastIndexOf('@') + 1;
  return start > 1 && end > start ? url.slice(0, start) + url.slice(end) : url;
}

/** The number in a flag. @param expected the valid numbers, in words @throws UsageError if the number is not valid */
export function checkedNumber(
  flag: string,
  text: string,
  expected: string,
  isRight: (value: number) => boolean,
): number {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (isRight(value)) return value;
  throw new UsageError(`${flag}: expected ${expected}, found ${JSON.stringify(text)}`);
}

/** The flag may be repeated. */
export function repeated(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** The flag may be repeated, or have several values with commas between them. */
export function commaSeparated(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((item) => item.trim())];
}
