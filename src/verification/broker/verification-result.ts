/** What a broker is told of one pact. */

import type { PactFile } from '../../pact/pact-file.js';
import type { InteractionReport, PactReport } from '../report/verification-report.js';
import type { PublishOptions } from './broker-options.js';

export interface VerificationResult {
  readonly success: boolean;
  readonly providerApplicationVersion: string;
  readonly buildUrl?: string;
  readonly verifiedBy: { readonly implementation: string; readonly version: string };
  readonly testResults: readonly TestResult[];
}

interface TestResult {
  /** That the broker has given to the interaction. */
  readonly interactionId?: string;
  readonly interactionDescription: string;
  readonly success: boolean;
  readonly mismatches?: readonly {
    readonly attribute: string;
    readonly identifier?: string;
    readonly description: string;
  }[];
  /** What kept it from being tried. */
  readonly exceptions?: readonly { readonly message: string }[];
}

/** What is known of a pact once it has been verified. */
export interface Verified {
  readonly pact: PactFile;
  readonly report: PactReport;
  /** Of this package. */
  readonly version: string;
}

/**
 * A pact has succeeded where every interaction has passed, those that are pending too: that they may fail keeps the
 * provider's build green, but the consumer still must not rely on them.
 */
export function verificationResult(
  { pact, report, version }: Verified,
  { providerVersion, buildUrl }: PublishOptions,
): VerificationResult {
  return {
    success: report.interactions.every(({ outcome }) => outcome === 'passed'),
    providerApplicationVersion: providerVersion,
    ...(buildUrl !== undefined && { buildUrl }),
    verifiedBy: { implementation: 'id-emulator', version },
    testResults: report.interactions.map((interaction) => testResult(interaction, pact)),
  };
}

function testResult({ pointer, description, outcome, failures }: InteractionReport, pact: PactFile): TestResult {
  const id = interactionId(pact, pointer);
  const exceptions = failures.filter(({ kind }) => kind === 'state' || kind === 'verifier');
  const mismatches = failures.filter((failure) => !exceptions.includes(failure));
  return {
    ...(id !== undefined && { interactionId: id }),
    interactionDescription: description,
    success: outcome === 'passed',
    ...(mismatches.length > 0 && {
      mismatches: mismatches.map(({ kind, where, message }) => ({
        attribute: kind,
        ...(where !== undefined && { identifier: where }),
        description: message,
      })),
    }),
    ...(exceptions.length > 0 && { exceptions: exceptions.map(({ message }) => ({ message })) }),
  };
}

/** @param pointer `/interactions/3` */
function interactionId({ json }: PactFile, pointer: string): string | undefined {
  const index = Number(pointer.split('/').at(-1));
  const { _id: id } = (json['interactions'] as readonly { readonly _id?: unknown }[])[index] ?? {};
  return typeof id === 'string' ? id : undefined;
}
