/** Reads the headers and the body of a request or a response in the journal. */

import type { Exchange, MessageBody } from './types.js';

/** The first value of a header, whatever its case; undefined if there is none. */
export function headerOf({ headers }: Pick<Exchange['request'], 'headers'>, wanted: string): string | undefined {
  return headers.find(([name = '']) => name.toLowerCase() === wanted)?.[1];
}

/** The text of a body; empty if there is none, or if it is not kept as text. */
export function textOf(body: MessageBody | undefined): string {
  return body !== undefined && 'text' in body ? body.text : '';
}
