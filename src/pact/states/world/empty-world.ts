/** A world in which nobody is but those whom states add. */

import type { SandboxOpening } from '../provider-state.js';
import type { StateSandbox } from '../state-sandbox.js';

/** How a sandbox is opened on it. */
export const EMPTY_WORLD: SandboxOpening = { fixture: 'empty', population: 0 };

/** @throws Error where there are parties */
export async function requireEmptyWorld({ world }: StateSandbox): Promise<void> {
  const { total } = await world.parties({ limit: 1 });
  if (total > 0)
    throw new Error(
      `there ${total === 1 ? 'is a party' : `are ${total} parties`} in the sandbox; open it with the fixture "empty" and the population 0, as sandboxOptionsFor() says`,
    );
}
