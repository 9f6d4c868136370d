/** A verification by a verifier of another language, in an emulator of another process. */

import type { SandboxOptions } from '../emulator/options.js';
import type { VerificationSummary } from '../emulator/control/verification-summary.js';
import { ControlPlaneClient, type EmulatorAddress } from './control-plane-client.js';

/** What a verifier of another language needs. */
export interface VerificationUrls {
  readonly id: string;
  /** Where it sends the requests of interactions. */
  readonly providerBaseUrl: string;
  /** Where it sets up provider states. */
  readonly stateChangeUrl: string;
}

/**
 * Opens a verification in a running emulator, with the options of a sandbox.
 * @throws Problem if the options are invalid, RemoteEmulatorError if no emulator responds or it refuses the control token
 */
export async function openRemoteVerification(
  address: EmulatorAddress,
  options: SandboxOptions = {},
): Promise<RemoteVerification> {
  const client = new ControlPlaneClient(address);
  return new RemoteVerification(client, await client.send('POST', 'verifications', options));
}

/** An open verification. Each method throws Problem 404 after its end. */
export class RemoteVerification implements VerificationUrls {
  readonly id: string;
  readonly providerBaseUrl: string;
  readonly stateChangeUrl: string;
  readonly #verification: ControlPlaneClient;

  constructor(client: ControlPlaneClient, { id, providerBaseUrl, stateChangeUrl }: VerificationUrls) {
    this.id = id;
    this.providerBaseUrl = providerBaseUrl;
    this.stateChangeUrl = stateChangeUrl;
    this.#verification = client.within('verifications', id);
  }

  /** What the emulator has seen so far. */
  report(): Promise<VerificationUrls & VerificationSummary> {
    return this.#verification.get();
  }

  /** Ends the verification, removes its sandbox, and returns the report. */
  end(): Promise<VerificationUrls & VerificationSummary> {
    return this.#verification.send('DELETE');
  }
}
