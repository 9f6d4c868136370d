/** Commands that people paste into a shell. */

/** Quotes a text as one word of a POSIX shell. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A request of an institution. */
export interface CurlRequest {
  readonly method: string;
  /** Default: none. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
  /** The address, as a word of the shell. */
  readonly address: string;
  /** Whether it presents the access token of {@link tokenCommand}. */
  readonly hasToken: boolean;
}

/** The command that sends a request and prints the response with its headers. */
export function curlCommand({ method, headers = [], body, address, hasToken }: CurlRequest): string {
  // With `-X HEAD`, curl would wait for the body that the headers announce.
  const verb = method === 'HEAD' ? '-I' : `-X ${shellQuote(method)}`;
  const words = ['curl -i'];
  if (method !== 'GET') words.push(verb);
  if (hasToken) words.push('-H "Authorization: Bearer $TOKEN"');
  for (const header of headers) words.push(`-H ${shellQuote(header.join(': '))}`);
  if (body !== undefined) words.push(`--data-raw ${shellQuote(body)}`);

  return [...words, address].join(' ');
}

/** The part of a command that takes a member with a text out of the JSON before it. */
export function memberOf(name: string): string {
  return String.raw`| sed 's/.*"${name}":"\([^"]*\)".*/\1/'`;
}

/** What gets an access token. */
export interface TokenRequest {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The command that puts an access token into the variable `TOKEN`. */
export function tokenCommand({ tokenUrl, clientId, clientSecret }: TokenRequest): string {
  const fields = [`client_id=${clientId}`, `client_secret=${clientSecret}`, 'grant_type=client_credentials'];
  const form = fields.map((field) => `--data-urlencode ${shellQuote(field)}`);
  return `TOKEN=$(curl -s ${tokenUrl} ${form.join(' ')} ${memberOf('access_token')})`;
}
