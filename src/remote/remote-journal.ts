/** Reads results from the journal of a sandbox in another process, for commands. */

import { isObject } from '../common/json.js';
import type { ReportedOffence, Verdict } from '../emulator/judge/rule.js';
import type { Behaviour, BehaviourOptions } from '../emulator/control/journal/journal-control.js';
import { Problem } from '../emulator/control/problem.js';
import type { PactDocument, PactParties } from '../emulator/control/pact-document.js';
import { ControlPlaneClient, type EmulatorAddress, type ExpectedBody } from './control-plane-client.js';
import { RemoteEmulatorError } from './remote-emulator-error.js';
import { SandboxEndpoints } from './sandbox-endpoints.js';

/** A sandbox of an emulator in another process. */
export interface SandboxAddress extends EmulatorAddress {
  /** ID of the sandbox. */
  readonly sandbox: string;
}

/**
 * The judge's verdicts on the consumer of a sandbox.
 * @throws RemoteEmulatorError with the address and the reason
 */
export function fetchBehaviour(
  address: SandboxAddress,
  { strict = false, allowEmpty = false }: BehaviourOptions = {},
): Promise<Behaviour> {
  const query = { strict: strict || undefined, allowEmpty: allowEmpty || undefined };
  return read(address, 'behaviour', query, { name: 'verdicts', is: isBehaviour });
}

/**
 * The exchanges of a sandbox as a pact.
 * @throws RemoteEmulatorError with the address and the reason
 */
export function fetchPact(address: SandboxAddress, { consumer, provider }: PactParties): Promise<PactDocument> {
  return read(address, 'pact', { consumer, provider }, { name: 'a pact', is: isPact });
}

async function read<Body>(
  { sandbox, ...address }: SandboxAddress,
  path: string,
  query: object,
  expected: ExpectedBody<Body>,
): Promise<Body> {
  try {
    return await new SandboxEndpoints(new ControlPlaneClient(address), sandbox).get(path, query, expected);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new RemoteEmulatorError(`the emulator at ${address.url} responds with ${error.status}: ${error.message}`, {
      cause: error,
    });
  }
}

function isBehaviour(body: unknown): body is Behaviour {
  if (!isObject(body)) return false;
  const { sandbox, verdicts } = body;
  return typeof sandbox === 'string' && Array.isArray(verdicts) && verdicts.every(isVerdict);
}

function isVerdict(value: unknown): value is Verdict {
  if (!isObject(value)) return false;
  const { rule, title, explanation, verdict, offences } = value;
  return (
    [rule, title, explanation].every((text) => typeof text === 'string') &&
    ['pass', 'fail', 'suspected', 'not-seen'].includes(verdict as string) &&
    Array.isArray(offences) &&
    offences.every(isOffence)
  );
}

function isOffence(value: unknown): value is ReportedOffence {
  return (
    isObject(value) &&
    typeof value['what'] === 'string' &&
    Array.isArray(value['exchanges']) &&
    Array.isArray(value['requests'])
  );
}

function isPact(body: unknown): body is PactDocument {
  if (!isObject(body) || !Array.isArray(body['interactions']) || !isObject(body['metadata'])) return false;
  const origin = body['metadata']['id-emulator'];
  return isObject(origin) && Array.isArray(origin['leftOut']);
}
