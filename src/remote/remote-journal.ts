/** Reads results from the journal of a sandbox in another process, for commands. */

import { isObject } from '../common/json.js';
import type { ControlOperationId } from '../contract/control-operations.js';
import type { Behaviour, BehaviourOptions } from '../emulator/control/documents.js';
import { Problem } from '../emulator/control/problem.js';
import type { PactDocument, PactParties } from '../emulator/control/pact-document.js';
import { ControlPlaneClient, type EmulatorAddress, type ExpectedBody } from './control-plane-client.js';
import { RemoteEmulatorError } from './remote-emulator-error.js';

/** A sandbox of an emulator in another process. */
export interface SandboxAddress extends EmulatorAddress {
  /** ID of the sandbox. */
  readonly sandbox: string;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isList: Check = (value) => Array.isArray(value);

function listOf(isItem: Check): Check {
  return (value) => Array.isArray(value) && value.every(isItem);
}

function objectOf(members: Readonly<Record<string, Check>>): Check {
  return (value) => isObject(value) && Object.entries(members).every(([name, isMember]) => isMember(value[name]));
}

const isOffence = objectOf({ what: isText, exchanges: isList, requests: isList });
const isVerdict = objectOf({
  rule: isText,
  title: isText,
  explanation: isText,
  verdict: (value) => ['pass', 'fail', 'suspected', 'not-seen'].includes(value as string),
  offences: listOf(isOffence),
});

const BEHAVIOUR = {
  name: 'verdicts',
  is: objectOf({ sandbox: isText, exchanges: isNumber, verdicts: listOf(isVerdict) }) as ExpectedBody<Behaviour>['is'],
};
const PACT = {
  name: 'a pact',
  is: objectOf({
    interactions: isList,
    metadata: objectOf({ 'id-emulator': objectOf({ leftOut: isList }) }),
  }) as ExpectedBody<PactDocument>['is'],
};

/** The judge's verdicts on the consumer of a sandbox. @throws RemoteEmulatorError with the address and the reason */
export function fetchBehaviour(
  address: SandboxAddress,
  { strict = false, allowEmpty = false }: BehaviourOptions = {},
): Promise<Behaviour> {
  // What is undefined is not sent, and false is the default of both.
  const query = { strict: strict || undefined, allowEmpty: allowEmpty || undefined };
  return read(address, 'judgeBehaviour', query, BEHAVIOUR);
}

/** The exchanges of a sandbox as a pact. @throws RemoteEmulatorError with the address and the reason */
export function fetchPact(address: SandboxAddress, parties: PactParties): Promise<PactDocument> {
  return read(address, 'exportPact', parties, PACT);
}

async function read<Body>(
  { sandbox, ...address }: SandboxAddress,
  operationId: ControlOperationId,
  query: object,
  expected: ExpectedBody<Body>,
): Promise<Body> {
  try {
    return await new ControlPlaneClient(address).call(operationId, { sandbox, query }, expected);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new RemoteEmulatorError(`the emulator at ${address.url} responds with ${error.status}: ${error.message}`, {
      cause: error,
    });
  }
}
