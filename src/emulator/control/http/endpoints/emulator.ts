/** Endpoints for the emulator as a whole. */

import type { Contract } from '../../../../contract/contract.js';
import { countByBasis, selectPoints } from '../../../../contract/fidelity/select-points.js';
import { documentAt } from '../../methods/document-at.js';
import type { ControlContext } from '../../control-context.js';
import { NO_CONTENT, ok, type Endpoint } from '../endpoint.js';
import { Problem } from '../../problem.js';

export const emulatorEndpoints = {
  getHealth: async ({ emulator }) => ok(await emulator.health()),
  getLiveness: () => ok({ status: 'ok' }),
  getReadiness: async ({ context: { keeper } }) => {
    const trouble = await keeper?.trouble();
    if (trouble !== undefined) throw new Problem(503, 'Not ready', trouble);
    return ok({ status: 'ok' });
  },
  getServiceContract: ({ context, address }) => ok(documentAt(servedContract(context).document, address)),
  getControlContract: ({ context, address }) => ok(documentAt(context.controlContract().document, address)),
  getFidelity: ({ context, query }) => {
    const points = selectPoints(servedContract(context).fidelity().points, query);
    return ok({ counts: countByBasis(points), points });
  },
  listScenarios: ({ context }) => ok({ scenarios: [...context.catalogue.values()] }),
  resetEmulator: ({ emulator }) => {
    emulator.reset();
    return NO_CONTENT;
  },
} satisfies Record<string, Endpoint>;

/** The contract of the default sandbox: the one that the emulator was started with. */
function servedContract({ contracts, register }: ControlContext): Contract {
  return contracts.in(register.existing('default').settings);
}
