/** Chooses the contract that an exchange is held against. */

import type { Contract } from '../contract/contract.js';
import { NO_VARIANTS } from '../contract/variants/variant-point.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import { chosenVariants } from '../scenarios/variant-scenario.js';
import type { KnownRequest } from './stages/decide.js';
import type { ServiceContext } from './service-context.js';

/**
 * That of the sandbox, in the variants that its scenarios, its client and the header select, the later ones first.
 * @throws ScenarioSelectionError
 */
export function chooseContract(
  { contracts, scenarios }: ServiceContext,
  { sandbox, clientId }: { readonly sandbox: Sandbox; readonly clientId: string },
  ofHeader: KnownRequest['ofHeader'],
): Contract {
  const { settings } = sandbox;
  const ofSandbox = scenarios.ofSandbox(sandbox);
  const ofClient = scenarios.ofClient(sandbox, clientId);
  if (ofSandbox.length + ofClient.length + ofHeader.length === 0) return contracts.in(settings);
  const chosen = chosenVariants([...ofSandbox, ...ofClient, ...ofHeader]);
  return contracts.in(
    chosen === NO_VARIANTS ? settings : { ...settings, variants: { ...settings.variants, ...chosen } },
  );
}
