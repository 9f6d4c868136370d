/** Sandboxes of failed interactions that stay in a running emulator. */

import { Problem } from '../../emulator/control/problem.js';
import { LEFT_BY_VERIFICATION } from '../../emulator/domain/sandbox/settings.js';
import type { ControlPlaneClient } from '../../remote/control-plane-client.js';
import type { RemoteSandbox } from '../../remote/remote-sandbox.js';

/** How many of them stay: the last ones, of all verifications. */
export const MOST_KEPT = 20;

/**
 * Opens one more sandbox that stays. If there are too many, the oldest of earlier verifications gives way.
 * @param own the IDs of those of this verification
 */
export async function openInPlace(
  client: ControlPlaneClient,
  own: ReadonlySet<string>,
  open: () => Promise<RemoteSandbox>,
): Promise<RemoteSandbox> {
  const query = { label: `${LEFT_BY_VERIFICATION.name}=${LEFT_BY_VERIFICATION.value}` };
  const { sandboxes } = await client.call<{ sandboxes: { id: string }[] }>('listSandboxes', { query });
  const earlier = sandboxes.find(({ id }) => !own.has(id));
  try {
    if (sandboxes.length < MOST_KEPT || earlier === undefined) return await open();
  } catch (error) {
    if (earlier === undefined || !(error instanceof Problem && error.status === 409)) throw error;
  }
  await client.call('deleteSandbox', { sandbox: earlier.id });
  return await open();
}
