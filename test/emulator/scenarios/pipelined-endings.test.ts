/**
 * A fault that ends the connection affects only its own response, even if the client has sent the next request before
 * that: pipelined on purpose, or by chance on a fast keep-alive connection.
 */

import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startInstitution } from '../../institution.js';
import { goodCalls } from './good-calls.js';

test.each(['connection-reset', 'connection-closed'])(
  '%s: the response before it arrives, then the connection ends',
  async (scenario) => {
    const institution = await startInstitution();
    const {
      checkVerificationStatus: { path },
    } = await goodCalls(institution);
    const requestText = (selection: string) =>
      `GET ${path} HTTP/1.1\r\nHost: emulator.test\r\nEmulator-Scenario: ${selection}\r\n\r\n`;
    const { hostname, port } = new URL(institution.emulator.url);
    const seen = await new Promise<{ end: string; text: string }>((resolve) => {
      let text = '';
      let end = 'closed';
      const socket = connect(Number(port), hostname, () =>
        socket.write(requestText('slow-body;delay="150ms"') + requestText(scenario)),
      );
      const impatience = setTimeout(() => {
        end = 'open';
        socket.destroy();
      }, 3_000);
      socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      socket.on('error', ({ code }: NodeJS.ErrnoException) => {
        end = code ?? 'error';
      });
      socket.on('close', () => {
        clearTimeout(impatience);
        resolve({ end, text });
      });
    });
    await institution.close();
    // After a response that the client is still reading, a reset may look like a plain close.
    expect(seen.end).not.toBe('open');
    expect(seen.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect(seen.text).toContain('"status":"strong"');
  },
);

test.each(['connection-reset', 'connection-closed'])(
  '%s: a request behind it that would end the connection too does not keep the emulator from ending',
  async (scenario) => {
    const institution = await startInstitution();
    const body = JSON.stringify({ partyId: 'nobody', providers: ['GITHUB'] });
    const requestText = [
      'POST /api/v1/institutions/me/credentials/request HTTP/1.1',
      'Host: emulator.test',
      `Authorization: Bearer ${institution.token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      `Emulator-Scenario: ${scenario};times=3`,
      '',
      body,
    ].join('\r\n');
    const { hostname, port } = new URL(institution.emulator.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(requestText + requestText));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        resolve();
      });
    });
    await institution.close();
    expect(institution.emulator.defaultSandbox.requests().slice(1)).toHaveLength(2);
  },
);
