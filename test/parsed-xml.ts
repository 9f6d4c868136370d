/** Parses XML strictly. @throws if it is not well-formed */

import { DOMParser, onErrorStopParsing, type Element } from '@xmldom/xmldom';

/** The root element. */
export function parsedXml(text: string): Element {
  const parser = new DOMParser({ onError: onErrorStopParsing });
  return parser.parseFromString(text, 'text/xml').documentElement!;
}
