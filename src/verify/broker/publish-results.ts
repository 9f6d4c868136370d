/** Publishes the results of a verification to a Pact broker. */

import { membersOf, nonEmpty, withoutUndefined } from '../../common/json.js';
import type { PactFile } from '../../pact/pact-file.js';
import type { InteractionReport, PactReport, VerificationReport } from '../report/verification-report.js';
import { BrokerClient, BrokerError, brokerProblem } from './broker-client.js';
import type { BrokerOptions, PublishOptions } from './broker-options.js';

/** A pact after its verification. */
interface BrokerPactResult {
  readonly pact: PactFile;
  /** Without secrets: only its source is for people. */
  readonly report: PactReport;
}

/**
 * Publishes a result for each pact that comes from the broker, if the options say so.
 * @param pacts the pacts of the report, in its order. A notice names those that are not from the broker
 * @returns the report with what was published and what was not. If the broker refuses a result, the others are
 * published, and the report is incomplete
 */
export async function publishResults(
  report: VerificationReport,
  pacts: readonly PactFile[],
  broker: BrokerOptions | undefined,
): Promise<VerificationReport> {
  if (broker?.publish === undefined) return report;

  const { publish } = broker;
  const results: BrokerPactResult[] = [];
  const noticesOfOthers: string[] = [];
  for (const [at, pact] of pacts.entries()) {
    const ofPact = report.pacts[at]!;
    if (pact.broker !== undefined) results.push({ pact, report: ofPact });
    else noticesOfOthers.push(`${ofPact.source}: no result was published, because it does not come from the broker`);
  }

  const nothing = 'nothing was published: no pact came from the broker';
  if (results.length === 0) return { ...report, notices: [...report.notices, nothing] };

  try {
    const client = new BrokerClient(broker);
    await publishVersion(client, publish, results);
    const { notices, failures } = await publishAll(client, publish, results, report.emulator.version);
    const reportWithNotices = { ...report, notices: [...report.notices, ...notices, ...noticesOfOthers] };
    if (failures.length === 0) return reportWithNotices;

    const share = `${failures.length} of ${results.length} results`;
    return asUnpublished(reportWithNotices, `${share} could not be published: ${failures.join('; ')}`);
  } catch (error) {
    return asUnpublished(report, brokerProblem(error, broker).message);
  }
}

/** The report of a verification whose results were not published: it is incomplete, unless it has failed. */
function asUnpublished(report: VerificationReport, reason: string): VerificationReport {
  const verdict = report.verdict === 'failed' ? 'failed' : 'incomplete';
  return { ...report, verdict, incomplete: `the results were not published: ${reason}` };
}

/**
 * Publishes branch and tags before the results, because a result counts only for the branch and the tags that its
 * version already has.
 */
async function publishVersion(
  client: BrokerClient,
  { branch, tags = [], providerVersion: version }: PublishOptions,
  results: readonly BrokerPactResult[],
): Promise<void> {
  if (branch === undefined && tags.length === 0) return;

  // A pacticipant is a consumer or provider, in the words of the broker. The pacts may name several providers.
  for (const pacticipant of new Set(results.map(({ pact }) => pact.provider))) {
    const versionText = `version ${version} of "${pacticipant}"`;
    const add = async (addition: string, link: string, names: Readonly<Record<string, string>>): Promise<string> =>
      client.send({
        purpose: `the request that adds ${addition}`,
        href: await client.linkTo(link, { pacticipant, version, ...names }),
        method: 'PUT',
        body: {},
      });
    if (branch !== undefined)
      await add(`${versionText} to the branch "${branch}"`, 'pb:pacticipant-branch-version', { branch });
    for (const tag of tags) await add(`the tag "${tag}" to ${versionText}`, 'pb:pacticipant-version-tag', { tag });
  }
}

/** Publishes the results one by one. A result that the broker refuses does not stop the rest. */
async function publishAll(
  client: BrokerClient,
  publish: PublishOptions,
  results: readonly BrokerPactResult[],
  emulatorVersion: string,
): Promise<Record<'notices' | 'failures', readonly string[]>> {
  const notices: string[] = [];
  const failures: string[] = [];
  for (const result of results) {
    try {
      notices.push(await publishOne(client, publish, result, emulatorVersion));
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error;

      failures.push(`${result.report.source}: ${error.message}`);
    }
  }

  return { notices, failures };
}

/**
 * Publishes the result of one pact. A success is not published if a part of the pact was not verified.
 * @returns what was done, as a notice
 * @see https://docs.pact.io/pact_broker/api/publish_verification_results
 */
async function publishOne(
  client: BrokerClient,
  publish: PublishOptions,
  { pact, report }: BrokerPactResult,
  emulatorVersion: string,
): Promise<string> {
  // Pending interactions count, too: their failure does not fail the provider's build, but the consumer cannot rely on
  // them.
  const completed = report.interactions.filter(({ outcome }) => outcome !== 'not run');
  const success = completed.every(({ outcome }) => outcome === 'passed');
  const unverified = unverifiedPart(pact, report.interactions.length - completed.length);
  // A partly verified pact has no success to publish, but a failure if a verified part failed.
  if (success && unverified !== undefined) return `${report.source}: no result was published, because ${unverified}`;

  const href = pact.broker?.resultsUrl;
  if (href === undefined) throw client.error('has no link to publish the result at');

  await client.send({
    purpose: 'the request that publishes a result',
    href,
    method: 'POST',
    body: {
      success,
      ...withoutUndefined({ providerApplicationVersion: publish.providerVersion, buildUrl: publish.buildUrl }),
      verifiedBy: { implementation: 'id-emulator', version: emulatorVersion },
      testResults: completed.map((interaction) => testResult(interaction, pact)),
    },
  });

  const result = success ? 'passed' : 'failed';
  return `${report.source}: published as ${result} for version ${publish.providerVersion} of "${pact.provider}"`;
}

/** Which part of a pact was not verified, as the end of a sentence. Undefined if everything was verified. */
function unverifiedPart({ messages, interactions }: PactFile, notRun: number): string | undefined {
  if (notRun === 1) return 'an interaction was not run';
  if (notRun > 1) return `${notRun} interactions were not run`;
  if (messages.length === 1) return 'a message interaction was skipped';
  if (messages.length > 1) return `${messages.length} message interactions were skipped`;

  return interactions.length === 0 ? 'it has no interactions' : undefined;
}

/**
 * The result of an interaction in the broker's form. If the interaction could not be verified, the failure is an
 * exception; a difference is a mismatch.
 */
function testResult({ pointer, description, outcome, failures }: InteractionReport, pact: PactFile): object {
  const exceptions = failures.filter(({ kind }) => ['state', 'verifier', 'internal'].includes(kind));
  const differences = failures.filter((failure) => !exceptions.includes(failure));
  const mismatches = differences.map(({ kind, where, message }) => {
    return withoutUndefined({ attribute: kind, identifier: where, description: message });
  });
  const messages = exceptions.map(({ message }) => ({ message }));

  return {
    ...withoutUndefined({ interactionId: interactionId(pact, pointer) }),
    interactionDescription: description,
    success: outcome === 'passed',
    ...nonEmpty('mismatches', mismatches),
    ...nonEmpty('exceptions', messages),
  };
}

/**
 * The ID that the broker gave the interaction; undefined if there is none.
 * @param pointer `/interactions/3`
 */
function interactionId({ json }: PactFile, pointer: string): string | undefined {
  const index = Number(pointer.split('/').at(-1));
  const { _id: id } = membersOf(json.interactions?.[index]);

  return typeof id === 'string' ? id : undefined;
}
