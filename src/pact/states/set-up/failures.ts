/** Sets up the provider states in which the service fails by a scenario that depends on their parameters. */

import type { SetUps } from './set-ups.js';
import { ensureActiveCredential } from '../world/ensure-credential.js';

/** More calls than an interaction makes, for scenarios with a limited number of calls. */
export const EVERY_CALL = 1_000_000;

const GATEWAY_SCENARIOS = { 502: 'bad-gateway', 504: 'gateway-timeout' } as const;

export const failures = {
  async 'gateway-fails'(sandbox, { status }) {
    await sandbox.use(GATEWAY_SCENARIOS[status], { times: EVERY_CALL });
    return { scenarios: [GATEWAY_SCENARIOS[status]] };
  },
  async 'batch-partly-fails'(sandbox, { contractIds }) {
    for (const contractId of contractIds ?? [])
      await ensureActiveCredential(sandbox, { contractId, provider: 'GITHUB' });
    await sandbox.use('batch-partial-failure', contractIds === undefined ? {} : { contracts: [...contractIds] });
  },
} satisfies Partial<SetUps>;
