/** Message authentication codes are HMAC with SHA-256. */

import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { MessageCodes } from '../../../src/emulator/domain/tokens/message-code.js';

test('the code of a message of any length is its HMAC with SHA-256', () => {
  const key = Buffer.from('a key of less than a block of SHA-256');
  const codes = new MessageCodes(key);
  for (const length of [0, 1, 55, 64, 90, 1_024, 1_025, 5_000, 12]) {
    const message = Buffer.alloc(length, 'message');
    expect(Buffer.from(codes.of(message), 'latin1')).toEqual(createHmac('sha256', key).update(message).digest());
  }
});
