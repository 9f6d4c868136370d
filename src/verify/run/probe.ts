/**
 * Finds out whether the Pact verifier works at all: the verifier has to verify a pact that always passes. A verifier
 * that cannot send a request fails every interaction, and this must not be taken for the fault of a pact.
 */

import { parseVerifierOutput } from './verifier-output.js';
import { VerifierError, type VerifierProcess } from './verifier-process.js';
import type { VerifierProxy } from './verifier-proxy.js';
import probePact from './probe-pact.json' with { type: 'json' };

/** The ID by which the verifier names the interaction of the probe pact. */
const PROBE_ID = probePact.interactions[0]!._id;

/** Milliseconds that the response may take. */
const PROBE_TIMEOUT = 30_000;

/** A sentence about why the verifier cannot verify anything, with its version; undefined if it works. */
export async function verifierProblem(
  verifier: VerifierProcess,
  proxy: Pick<VerifierProxy, 'url' | 'probes'>,
): Promise<string | undefined> {
  const probesBefore = proxy.probes;
  try {
    const options = { provider: 'id-emulator', providerBaseUrl: proxy.url, timeout: PROBE_TIMEOUT };
    const { verdicts, messages } = parseVerifierOutput(await verifier.verify(JSON.stringify(probePact), options));
    const reasons = [...(verdicts.get(PROBE_ID) ?? []).map(({ message }) => message), ...messages];
    // A verifier that reports success without sending a request is broken, too.
    if (reasons.length === 0 && proxy.probes > probesBefore) return undefined;

    const reason = reasons.length === 0 ? 'it gives no reason' : reasons.join('; ');
    return new VerifierError(`sends no request: ${reason}`, verifier.version).message;
  } catch (error) {
    if (error instanceof VerifierError) return error.message;
    throw error;
  }
}
