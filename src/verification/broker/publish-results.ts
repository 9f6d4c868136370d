/** Tells a Pact broker what the verification has come to. */

import type { PactFile } from '../../pact/pact-file.js';
import type { InteractionReport, PactReport, VerificationReport } from '../report/verification-report.js';
import { BrokerClient } from './broker-client.js';
import { BrokerError } from './broker-error.js';
import type { BrokerOptions, PublishOptions } from './broker-options.js';

/** What has been verified, and what it has come to. */
export interface PublishMaterial {
  readonly report: VerificationReport;
  /** Those that the report is about; the ones that are not from the broker are passed over. */
  readonly pacts: readonly PactFile[];
}

/**
 * Publishes a result for each pact of the broker.
 * @returns what was published, and what was not, in sentences
 * @throws BrokerError where the broker does not take one of them, after the others have been tried
 */
export async function publishResults(
  options: BrokerOptions,
  { report, pacts }: PublishMaterial,
): Promise<readonly string[]> {
  const { publish } = options;
  if (publish === undefined) return [];
  const verified = pacts.filter(({ broker }) => broker !== undefined).map((pact) => verifiedPact(pact, report));
  if (verified.length === 0) return ['nothing was published: no pact came from the broker'];
  const client = new BrokerClient(options);
  await tellBranch(client, publish, verified);
  return publishAll(client, publish, verified);
}

function verifiedPact(pact: PactFile, report: VerificationReport): Verified {
  return { pact, report: report.pacts.find(({ source }) => source === pact.source)!, version: report.emulator.version };
}

/** First, because a result counts for the branches that its version has when it comes. */
async function tellBranch(
  client: BrokerClient,
  { branch, providerVersion }: PublishOptions,
  verified: readonly Verified[],
): Promise<void> {
  if (branch === undefined) return;
  const index = await client.index();
  for (const pacticipant of new Set(verified.map(({ pact }) => pact.provider))) {
    const href = client.hrefIn(index, 'pb:pacticipant-branch-version', {
      pacticipant,
      branch,
      version: providerVersion,
    });
    await client.ask({
      purpose: `to put version ${providerVersion} of "${pacticipant}" on the branch "${branch}"`,
      href,
      method: 'PUT',
      body: {},
    });
  }
}

async function publishAll(
  client: BrokerClient,
  publish: PublishOptions,
  verified: readonly Verified[],
): Promise<string[]> {
  const notices: string[] = [];
  const failures: string[] = [];
  for (const one of verified) {
    try {
      notices.push(await publishOne(client, publish, one));
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error;
      failures.push(`${one.pact.source}: ${error.message}`);
    }
  }
  if (failures.length > 0)
    throw new BrokerError(
      `${failures.length} of ${verified.length} results could not be published: ${failures.join('; ')}`,
    );
  return notices;
}

async function publishOne(client: BrokerClient, publish: PublishOptions, verified: Verified): Promise<string> {
  const { pact, report } = verified;
  const result = verificationResult(verified, publish);
  const unverified = whatIsUnverified(pact, report.interactions.length);
  // A pact of which a part was never tried has not succeeded; that another part has failed can be told.
  if (result.success && unverified !== undefined)
    return `${pact.source}: no result was published, because ${unverified}`;
  if (pact.broker!.resultsUrl === undefined) throw client.error('does not say where the result is to be published');
  await client.ask({ purpose: 'to take a result', href: pact.broker!.resultsUrl, method: 'POST', body: result });
  return `${pact.source}: published as ${result.success ? 'passed' : 'failed'} for version ${publish.providerVersion} of "${pact.provider}"`;
}

function whatIsUnverified({ messages }: PactFile, interactions: number): string | undefined {
  if (messages.length > 0)
    return `${messages.length === 1 ? 'a message interaction was' : `${messages.length} message interactions were`} left out`;
  return interactions === 0 ? 'it has no interactions' : undefined;
}

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
