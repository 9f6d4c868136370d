/** Fetches the pacts of a provider from a Pact broker. */

import { withoutUndefined } from '../../common/json.js';
import { isUrl } from '../../pact/reading/find-pact-files.js';
import type { PactFile } from '../../pact/pact-file.js';
import type { FetchedPact, LoadedPacts } from '../../pact/reading/load-pacts.js';
import { BrokerClient, brokerProblem, NoPactsError } from './broker-client.js';
import { hrefOf, parseResource } from './hal-resource.js';
import type { ListedPact, PactsForVerification } from '../foreign-types.js';
import type { VerifyOptions } from '../verify-options.js';
import type { BrokerOptions, ConsumerVersionSelector } from './broker-options.js';

/** The newest pacts of the main branches, and the pacts of versions that are in use. */
const DEFAULT_SELECTORS: readonly ConsumerVersionSelector[] = [{ mainBranch: true }, { deployedOrReleased: true }];

/** The pacts of a broker before they are parsed, and what went wrong. */
interface BrokerPacts extends Omit<LoadedPacts, 'pacts'> {
  readonly fetched: readonly FetchedPact[];
}

/**
 * Fetches the pacts of the broker, if the options name one. A failure of the broker is a problem of the report, and
 * other pacts are still verified. If the URL of a pact is given, as a webhook of the broker gives it, only that pact is
 * verified, unless an option selects others.
 */
export async function findBrokerPacts(options: VerifyOptions): Promise<BrokerPacts> {
  const { broker, provider, pacts = [], allowEmpty = false } = options;
  const nothing = { fetched: [], problems: [], notices: [] };
  if (broker === undefined) return nothing;

  const { selectors, includePending, includeWipPactsSince } = broker;
  const hasUrl = pacts.some(isUrl);
  const selectsOthers = [selectors, includePending, includeWipPactsSince].some((option) => option !== undefined);
  if (hasUrl && !selectsOthers) return nothing;

  try {
    return { ...nothing, fetched: await fetchBrokerPacts(broker, provider) };
  } catch (error) {
    // With the URL of a pact, there is a pact even if the selectors find none.
    const mayHaveNone = allowEmpty || hasUrl;
    if (mayHaveNone && error instanceof NoPactsError) return { ...nothing, notices: [error.message] };

    return { ...nothing, problems: [brokerProblem(error, broker)] };
  }
}

/**
 * Fetches the pacts of a provider, in the order of the broker.
 * @param provider the name that the consumers use
 * @returns at least one pact
 * @throws Error if `provider` is undefined: a broker has the pacts of many providers
 * @throws BrokerError if the broker does not respond or refuses a request
 * @throws NoPactsError if the broker has no such pact
 */
export async function fetchBrokerPacts(options: BrokerOptions, provider?: string): Promise<readonly FetchedPact[]> {
  if (provider === undefined)
    throw new Error(
      'a broker needs the name of a provider: add --provider (option "provider") with the name in the pacts',
    );

  const client = new BrokerClient(options);
  const listed = await listPacts(client, options, provider);
  const { selectors = DEFAULT_SELECTORS } = options;
  if (listed.length > 0) return Promise.all(listed.map((pact) => fetchPact(client, pact)));

  const wanted = `no pact for the provider "${provider}" that matches ${JSON.stringify(selectors)}`;
  throw new NoPactsError(`the broker at ${client.url} has ${wanted}; use other --consumer-version-selectors`);
}

/** Lists the pacts that the broker selects, without their texts. */
async function listPacts(
  client: BrokerClient,
  options: BrokerOptions,
  provider: string,
): Promise<readonly ListedPact[]> {
  const href = await client.linkTo('pb:provider-pacts-for-verification', { provider });
  const purpose = `the request for the pacts of "${provider}"`;
  const response = await client.send({
    purpose,
    href,
    method: 'POST',
    body: selectionOf(options),
    notFound: `has no provider "${provider}"; use the name in the consumers' pacts as --provider`,
  });
  const { _embedded: embedded }: PactsForVerification = parseResource(response);
  if (embedded?.pacts === undefined)
    throw client.error(`is no Pact broker: its response to ${purpose} contains no list`);

  return embedded.pacts;
}

/**
 * The body of the request for pacts: which ones the broker selects.
 * @see https://docs.pact.io/pact_broker/advanced_topics/provider_verification_results
 */
function selectionOf(options: BrokerOptions): object {
  const { selectors = DEFAULT_SELECTORS, publish, includeWipPactsSince } = options;
  // A broker ends the pending status when a success is published. Without published results, every pact would stay
  // pending, and no failure would count.
  const isPendingUseful = publish !== undefined || includeWipPactsSince !== undefined;

  return withoutUndefined({
    consumerVersionSelectors: selectors,
    includePendingStatus: options.includePending ?? isPendingUseful,
    includeWipPactsSince,
    providerVersionBranch: options.branch ?? publish?.branch,
    providerVersionTags: options.tags ?? publish?.tags,
  });
}

/** Fetches the text of a listed pact. */
async function fetchPact(client: BrokerClient, listed: ListedPact): Promise<FetchedPact> {
  const href = hrefOf(listed, 'self');
  if (href === undefined) throw client.error('lists a pact without its address');

  const text = await client.send({ purpose: 'the request for a listed pact', href });
  // The address without the metadata that the broker adds for this list. The broker writes it without them in its
  // notices, too.
  const source = client.addressOf(href).replace(/\/metadata\/[^/]+$/, '');
  const { wip = false, pending, notices: allNotices = [] } = listed.verificationProperties ?? {};
  // Other notices are meant for the end of the verification, such as `after_verification:success_true_published_true`.
  const noticesBefore = allNotices.filter(({ when = 'before_verification' }) => when === 'before_verification');
  const notices = noticesBefore.flatMap((notice) => notice.text ?? []);
  const resultsUrl = resultsUrlOf(text, client);

  // Brokers may not say that a pact in progress is pending.
  return { source, text, broker: { pending: pending ?? wip, notices, ...withoutUndefined({ resultsUrl }) } };
}

/** The address at which the results of a pact are published; undefined if the pact has no such link. */
function resultsUrlOf(text: string, client: BrokerClient): string | undefined {
  const href = hrefOf(parseResource(text), 'pb:publish-verification-results');
  return href === undefined ? undefined : client.addressOf(href);
}

/** Adds the address for results to a pact that was loaded from its URL at the broker. Other pacts stay as they are. */
export function withResultsUrl(pact: PactFile, broker: BrokerOptions | undefined): PactFile {
  if (broker === undefined || pact.broker !== undefined) return pact;
  if (!isUrl(pact.source) || !URL.canParse(broker.url)) return pact;
  if (new URL(pact.source).origin !== new URL(broker.url).origin) return pact;

  const resultsUrl = resultsUrlOf(pact.text, new BrokerClient(broker));

  return resultsUrl === undefined ? pact : { ...pact, broker: { pending: false, notices: [], resultsUrl } };
}
