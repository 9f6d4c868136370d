/** Sets up the provider states that are not about the world: authentication, failures, scenarios and the clock. */

import type { SetUps } from './set-ups.js';
import { ensureActiveCredential } from '../world/ensure-credential.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';

/** A number of calls that no interaction makes: scenarios that end after some calls shall not end. */
const EVERY_CALL = 1_000_000;

/** The scenario with which a gateway in front of the service sends this status. */
const GATEWAY_SCENARIOS = { 502: 'bad-gateway', 504: 'gateway-timeout' } as const;

/** How the states about time, limits and failures are set up, by their names. */
export const conditions = {
  'client-registered'({ clientId, clientSecret }, invented) {
    // The sandbox's credentials cannot be chosen, so they replace the credentials that the pact invented.
    return {
      values: { clientId, clientSecret },
      replacements: {
        ...(invented.clientId !== undefined && { [invented.clientId]: clientId }),
        ...(invented.clientSecret !== undefined && { [invented.clientSecret]: clientSecret }),
      },
    };
  },
  async 'token-valid'(sandbox) {
    return { values: { accessToken: (await sandbox.accessToken()).accessToken } };
  },
  async 'short-lived-tokens'(sandbox, { seconds }) {
    await sandbox.use('short-lived-token', { seconds });
    // The client gets its token here, because a later state may let time pass.
    return { accessToken: (await sandbox.accessToken({ lifetime: seconds })).accessToken };
  },
  // Every sandbox is available.
  'service-available': () => undefined,
  // The request of the pact has no token. It gets none, because the state is about authentication.
  'token-missing': () => undefined,
  async 'gateway-fails'(sandbox, { status }) {
    await sandbox.use(GATEWAY_SCENARIOS[status], { times: EVERY_CALL });
    return { scenarios: [GATEWAY_SCENARIOS[status]] };
  },
  async 'batch-partly-fails'(sandbox, { contractIds }) {
    for (const contractId of contractIds ?? [])
      await ensureActiveCredential(sandbox, { contractId, provider: 'GITHUB' });

    const parameters = contractIds === undefined ? {} : { contracts: [...contractIds] };
    await sandbox.use('batch-partial-failure', parameters);
  },
  // With further parameters, the name is that of one scenario. Alone, it may be a selection of several scenarios,
  // written as in the `Emulator-Scenario` header.
  async scenario(sandbox, { name, ...others }) {
    if (Object.keys(others).length > 0) return { scenarios: [(await sandbox.use(name, others)).scenario] };
    return { scenarios: (await sandbox.scenarios.select(name)).map(({ scenario }) => scenario) };
  },
  async 'party-meets-scenario'(sandbox, { partyId, name }) {
    const party = await ensureParty(sandbox, { partyId });
    await sandbox.world.changeParty(partyId, { scenario: name });
    return { values: valuesOf(party) };
  },
  async 'time-is'({ clock }, { time: at }) {
    // The clock stands still, so that times in the response can be predicted.
    await clock.freeze(at);
  },
  async 'time-passes'({ clock }, { duration }) {
    await clock.advance(duration);
  },
} satisfies Partial<SetUps>;
