/** Reads results from the journal of a sandbox in another process, for commands. */

import type { ControlOperationId } from '../contract/control-operations.js';
import type { Behaviour, BehaviourOptions } from '../emulator/control/documents.js';
import { Problem } from '../emulator/control/problem.js';
import type { PactDocument, PactParties } from '../emulator/control/pact-document.js';
import { ControlPlaneClient, type EmulatorAddress, type ExpectedBody, type Form } from './control-plane-client.js';
import { RemoteEmulatorError } from './remote-emulator-error.js';

/** A sandbox of an emulator in another process. */
export interface SandboxAddress extends EmulatorAddress {
  /** ID of the sandbox. */
  readonly sandbox: string;
}

/** The forms of what commands read in a response. A server that is no emulator may send anything. */
const VERDICT: Form = {
  rule: 'string',
  title: 'string',
  explanation: 'string',
  verdict: new Set(['pass', 'fail', 'suspected', 'not-seen']),
  offences: [{ what: 'string', exchanges: 'array', requests: 'array' }],
};
const BEHAVIOUR = { name: 'verdicts', form: { sandbox: 'string', exchanges: 'number', verdicts: [VERDICT] } } as const;
const PACT = { name: 'a pact', form: { interactions: 'array', metadata: { 'id-emulator': { leftOut: 'array' } } } };

/** The judge's verdicts on the consumer of a sandbox. @throws RemoteEmulatorError with the address and the reason */
export function fetchBehaviour(
  address: SandboxAddress,
  { strict = false, allowEmpty = false }: BehaviourOptions = {},
): Promise<Behaviour> {
  // An undefined parameter is not sent. So `false`, the default of both, is not sent.
  const query = { strict: strict || undefined, allowEmpty: allowEmpty || undefined };
  return read(address, 'judgeBehaviour', query, BEHAVIOUR);
}

/** The exchanges of a sandbox as a pact. @throws RemoteEmulatorError with the address and the reason */
export function fetchPact(address: SandboxAddress, parties: PactParties): Promise<PactDocument> {
  return read(address, 'exportPact', parties, PACT);
}

/** Calls an operation. What the control plane refuses becomes a RemoteEmulatorError, which commands print. */
async function read<Body>(
  { sandbox, ...address }: SandboxAddress,
  operationId: ControlOperationId,
  query: object,
  expected: ExpectedBody,
): Promise<Body> {
  try {
    return await new ControlPlaneClient(address).call(operationId, { sandbox, query }, expected);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const reason = `the emulator at ${address.url} responds with ${error.status}: ${error.message}`;
    throw new RemoteEmulatorError(reason, { cause: error });
  }
}
