/** Where a secret stands that was found in a decoded text. */

import { MARKERS, type Span } from '../markers.js';
import { type Layer, sourceSpan } from './decoded-layers.js';
import { isWordByte } from './token-shapes.js';

/** The place in the text of a part of a layer, and what to show there. */
export function inText(layer: Layer, start: number, end: number, shown: string): Span {
  let isInDigits = false;
  let span: [number, number] = [start, end];
  for (let { source } = layer; source !== undefined; source = source.layer.source) {
    span = sourceSpan(source, ...span);
    isInDigits ||= source.encoding === 'digits';
  }
  const marker = shown === MARKERS.clientSecret ? MARKERS.basicCredentials : MARKERS.otherSecret;
  return { start: span[0], end: span[1], shown: isInDigits ? marker : shown };
}

/** Where the bytes end that are equal to those of a value. */
export function endOfEqual({ bytes, length }: Layer, start: number, value: Uint8Array): number {
  const most = Math.min(length, start + value.length);
  let end = start;
  while (end < most && bytes[end] === value[end - start]) end++;
  return end;
}

/** Whether no letter or digit stands before and behind. */
export function isWord({ bytes, length }: Layer, start: number, end: number): boolean {
  const isLetter = (at: number): boolean => at >= 0 && at < length && isWordByte(bytes[at]!);
  return !isLetter(start - 1) && !isLetter(end);
}
