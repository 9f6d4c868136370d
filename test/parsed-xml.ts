/** Reads XML strictly: whatever is not well-formed throws. */

import { DOMParser, onErrorStopParsing, type Element } from '@xmldom/xmldom';

/** The root element. */
export function parsedXml(text: string): Element {
  const parser = new DOMParser({ onError: onErrorStopParsing });
  return parser.parseFromString(text, 'text/xml').documentElement!;
}
