/** The types are found, and are not `any`: each comment below would be an error of its own. */

import { startEmulator, type SandboxControl } from 'id-emulator';
import { idSdk } from 'id-emulator/client';
import { state } from 'id-emulator/pact';
import { openSandbox } from 'id-emulator/node-test';

export async function program(sandbox: SandboxControl): Promise<number> {
  const { clientId, clientSecret, apiUrl: baseUrl, tokenUrl } = sandbox;
  const connection = await idSdk.connect({ clientId, clientSecret, baseUrl, tokenUrl });
  const { pagination } = await connection.getUsers();
  state('the institution is rate limited', { retryAfter: 2 });
  // @ts-expect-error A sentence that no state has.
  state('the moon is full');
  // @ts-expect-error The seed is a number.
  await startEmulator({ seed: 'seven' });
  // @ts-expect-error It needs the context of a test.
  await openSandbox();
  return pagination.total;
}
