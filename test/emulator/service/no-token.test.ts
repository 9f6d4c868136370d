/** A client that had no token when it sent a request gets a diagnostic that says so, and breaks a rule. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';

test.each(['undefined', 'null', 'None', '[object Object]'])(
  'for "Bearer %s", the diagnostic says that the client had no token',
  async (text) => {
    await using emulator = await startEmulator({ population: 0 });
    const response = await request(emulator.apiUrl)
      .get('/institutions/me/users')
      .set('Authorization', `Bearer ${text}`);
    expect(response.status).toBe(401);
    const [exchange] = emulator.defaultSandbox.requests();
    expect(exchange!.diagnostics).toEqual([
      `the Authorization header has "${text}" after "Bearer": the client had no token when it sent this; send "Bearer", a blank and the access token in the header Authorization (RFC 6750 section 2.1)`,
    ]);
    const verdict = emulator.defaultSandbox.behaviour().verdicts.find(({ rule }) => rule === 'token-with-every-call');
    expect(verdict).toMatchObject({
      verdict: 'fail',
      explanation: `Sent no access token: the Authorization header has "${text}" after "Bearer": the client had no token when it sent this.`,
    });
  },
);
