/** A verification by a verifier of another language, in an emulator of another process. */

import type { SandboxOptions } from '../emulator/options.js';
import type { VerificationSummary, VerificationUrls } from '../emulator/control/documents.js';
import { ControlPlaneClient, type EmulatorAddress } from './control-plane-client.js';

type VerificationReport = VerificationUrls & VerificationSummary;

/** An open verification. Each method throws Problem 404 after its end. */
export interface RemoteVerification extends VerificationUrls {
  /** What the emulator has seen so far. */
  report(): Promise<VerificationReport>;
  /** Ends the verification, removes its sandbox, and returns the report. */
  end(): Promise<VerificationReport>;
}

/**
 * Opens a verification in a running emulator, with the options of a sandbox.
 * @throws Problem if the options are invalid
 * @throws RemoteEmulatorError if no emulator responds, or it refuses the control token
 */
export async function openRemoteVerification(
  address: EmulatorAddress,
  options: SandboxOptions = {},
): Promise<RemoteVerification> {
  const client = new ControlPlaneClient(address);
  const urls = await client.call<VerificationUrls>('createVerification', { body: options });

  return {
    ...urls,
    report: () => client.call('getVerification', { target: urls.id }),
    end: () => client.call('deleteVerification', { target: urls.id }),
  };
}
