/**
 * Starts the process of the Pact verifier, and loads the verification and the emulator meanwhile, because both take
 * equally long.
 */

import type { EveryVariantReport, VerificationReport } from './report/verification-report.js';
import { withVerifier } from './run/verifier-process.js';
import type { VerifyOptions } from './verify-options.js';

/**
 * Verifies pacts of versions 2 to 4 of the Pact specification. Each interaction runs in a sandbox of its own, so no
 * interaction affects another. A failure does not throw: it is part of the report.
 * @throws MissingPeerError if the Pact verifier is not installed
 * @throws NothingVerifiedError if the Pact verifier is broken, or the emulator has ended. If this happens on the way,
 * the report is incomplete
 * @throws DocumentError if the provider states in the options contain mistakes
 * @throws RangeError if there is no such revision, point or variant, if a filter is no regular expression, or if such
 * results would be published
 * @throws Error if the options contain neither pacts nor a broker, or if there is no emulator at the target URL
 * @example
 * const report = await verifyPacts({ pacts: ['pacts'] });
 * console.log(textReport(report));
 * assert.equal(report.verdict, 'passed');
 */
export async function verifyPacts(options: VerifyOptions): Promise<VerificationReport> {
  return withVerifier(async (verifier) => {
    return (await import('./verify-pacts.js')).verifyPactsBy(verifier, options);
  });
}

/**
 * Runs every interaction without variants, and then in each variant that may change its response. Only the responses of
 * the emulator are checked: the pacts are not compared with the contract of each variant.
 * @throws MissingPeerError if the Pact verifier is not installed
 * @throws NothingVerifiedError if the Pact verifier is broken, or the emulator has ended
 * @throws DocumentError if the provider states in the options contain mistakes
 * @throws RangeError if there is no such revision, or if the options contain `variants` or `broker.publish`
 * @throws Error if the options contain neither pacts nor a broker, or if there is no emulator at the target URL
 */
export async function verifyEveryVariant(options: VerifyOptions): Promise<EveryVariantReport> {
  return withVerifier(async (verifier) => {
    return (await import('./verify-every-variant.js')).verifyEveryVariantBy(verifier, options);
  });
}
