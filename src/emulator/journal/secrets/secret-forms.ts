/** The forms of one secret, and where one stands that was found in a decoded text. */

import { MARKERS, type Span } from '../markers.js';
import { type Layer, sourceSpan, withoutEscapes } from './decoded-layers.js';
import { LayerRoom } from './layer-room.js';
import { isWordByte } from './token-shapes.js';

/**
 * A secret as it may stand in a decoded text: strings with a character for each byte. A small buffer would keep all the
 * others alive that it shares its memory with.
 */
export function formsOf(secret: string): string[] {
  const texts = [secret, secret.replaceAll(' ', '+')];
  const forms = texts.flatMap((text) => {
    const bytes = Buffer.from(text);
    const decoded = withoutEscapes({ bytes, length: bytes.length }, new LayerRoom());
    // What looks like an escape in the secret itself is decoded along with those around it.
    return [latin1(bytes), ...(decoded === undefined ? [] : [latin1(decoded.bytes.subarray(0, decoded.length))])];
  });
  if (/[^\0-\x7f]/.test(secret)) {
    // Node.js reads the bytes of headers as Latin-1.
    forms.push(latin1(Buffer.from(latin1(Buffer.from(secret)))));
    if (!/[^\0-\xff]/.test(secret)) forms.push(latin1(Buffer.from(secret, 'latin1')));
  }
  return [...new Set(forms)];
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

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
export function endOfEqual({ bytes, length }: Layer, start: number, value: string): number {
  const most = Math.min(length, start + value.length);
  let end = start;
  while (end < most && bytes[end] === value.charCodeAt(end - start)) end++;
  return end;
}

/** Whether no letter or digit stands before and behind. */
export function isWord({ bytes, length }: Layer, start: number, end: number): boolean {
  const isLetter = (at: number): boolean => at >= 0 && at < length && isWordByte(bytes[at]!);
  return !isLetter(start - 1) && !isLetter(end);
}
