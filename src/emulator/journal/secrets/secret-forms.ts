/** The forms of one secret. */

import { withoutEscapes } from './decoded-layers.js';
import { LayerRoom } from './layer-room.js';

/** A secret as it may stand in a decoded text, in bytes. */
export function formsOf(secret: string): Buffer[] {
  const texts = [secret, secret.replaceAll(' ', '+')];
  const forms = texts.flatMap((text) => {
    const bytes = Buffer.from(text);
    const decoded = withoutEscapes({ bytes, length: bytes.length }, new LayerRoom());
    // What looks like an escape in the secret itself is decoded along with those around it.
    return [bytes, ...(decoded === undefined ? [] : [Buffer.from(decoded.bytes.subarray(0, decoded.length))])];
  });
  if (/[^\0-\x7f]/.test(secret)) {
    // Node.js reads the bytes of headers as Latin-1.
    forms.push(Buffer.from(Buffer.from(secret).toString('latin1')));
    if (!/[^\0-\xff]/.test(secret)) forms.push(Buffer.from(secret, 'latin1'));
  }
  return forms.filter((form, at) => forms.findIndex((other) => other.equals(form)) === at);
}
