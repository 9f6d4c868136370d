/** Sandboxes of failed interactions that stay in a running emulator. */

import type { Schemas } from '../../emulator/control/documents.js';
import type { ControlPlaneClient } from '../../remote/control-plane-client.js';
import type { RemoteSandbox } from '../../remote/remote-sandbox.js';

/** The label of sandboxes that a verification leaves behind. */
export const LEFT_BY_VERIFICATION = { name: 'verification', value: 'failed' } as const;

/** How many sandboxes of failed interactions stay, across all verifications: the latest ones. */
export const MOST_KEPT = 20;

/**
 * Opens a further sandbox that stays. If there are too many, the oldest sandbox of an earlier verification is removed,
 * never one of this verification.
 * @param ownIds the IDs of the sandboxes of this verification
 */
export async function openInPlace(
  client: ControlPlaneClient,
  ownIds: ReadonlySet<string>,
  open: () => Promise<RemoteSandbox>,
): Promise<RemoteSandbox> {
  const query = { label: `${LEFT_BY_VERIFICATION.name}=${LEFT_BY_VERIFICATION.value}` };
  const { sandboxes } = await client.call<Schemas['SandboxList']>('listSandboxes', { query });
  const earlier = sandboxes.find(({ id }) => !ownIds.has(id));
  if (sandboxes.length >= MOST_KEPT && earlier !== undefined)
    await client.call('deleteSandbox', { sandbox: earlier.id });

  return await open();
}
