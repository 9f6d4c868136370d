/** The emulator as a whole. */

import { METRICS_TYPE } from '../metrics.js';
import type { Contract } from '../../contract/contract.js';
import type { ControlContext } from '../control-context.js';
import { DONE, ok, type Endpoint } from '../endpoint.js';
import { showFidelity } from '../fidelity.js';
import { controlDocument, serviceDocument } from '../served-document.js';

export const emulatorEndpoints = {
  getHealth: ({ emulator }) => ok(emulator.health()),
  getServiceContract: ({ context, address }) => ok(serviceDocument(servedContract(context).document, address)),
  getControlContract: ({ context, address }) => ok(controlDocument(context.controlContract().document, address)),
  getFidelity: ({ context, query }) => ok(showFidelity(servedContract(context), query)),
  getMetrics: async ({ emulator }) => ({
    status: 200,
    headers: { 'Content-Type': METRICS_TYPE },
    body: await emulator.metrics(),
  }),
  listScenarios: ({ context }) => ok({ scenarios: [...context.catalogue.values()] }),
  resetEmulator: ({ emulator }) => {
    emulator.reset();
    return DONE;
  },
} satisfies Record<string, Endpoint>;

/** The contract that the emulator was started with: that of the default sandbox. */
function servedContract({ contracts, register }: ControlContext): Contract {
  return contracts.in(register.existing('default').settings);
}
