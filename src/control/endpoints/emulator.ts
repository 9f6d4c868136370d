/** Endpoints for the emulator as a whole. */

import type { Contract } from '../../contract/contract.js';
import type { OpenApiDocument, ServerObject } from '../../contract/document.js';
import type { FidelityPoint } from '../../contract/fidelity/point.js';
import { countByBasis, selectPoints, type BasisCounts } from '../../contract/fidelity/select-points.js';
import type { ControlContext } from '../control-context.js';
import { NO_CONTENT, ok, type Endpoint } from '../endpoint.js';
import { METRICS_TYPE } from '../metrics.js';

/** Points of the contract. */
export interface ShownFidelity {
  /** Number of points by basis. */
  readonly counts: BasisCounts;
  /** In the document's order. */
  readonly points: readonly FidelityPoint[];
}

export const emulatorEndpoints = {
  getHealth: ({ emulator }) => ok(emulator.health()),
  getServiceContract: ({ context, address }) => {
    const { document } = servedContract(context);
    const paths = Object.entries(document.paths).map(([path, item]) => [
      path,
      item.servers ? { ...item, servers: [{ url: address }] } : item,
    ]);
    return ok({ ...withAddress(document, address), paths: Object.fromEntries(paths) as object });
  },
  getControlContract: ({ context, address }) => ok(withAddress(context.controlContract().document, address)),
  getFidelity: ({ context, query }) => {
    const points = selectPoints(servedContract(context).fidelity().points, query);
    const fidelity: ShownFidelity = { counts: countByBasis(points), points };
    return ok(fidelity);
  },
  getMetrics: async ({ emulator }) => ({
    status: 200,
    headers: { 'Content-Type': METRICS_TYPE },
    body: await emulator.metrics(),
  }),
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

/** The document with this emulator's address, so that tools which read it send requests here. */
function withAddress(document: OpenApiDocument, address: string): OpenApiDocument {
  const servers = document.servers.map((server): ServerObject => ({
    ...server,
    url: server.url.replace(/^\{\w+\}/, address),
    ...{ variables: undefined },
  }));
  return { ...document, servers };
}
