/** Fetches from a Pact broker the pacts that a provider has to fulfil. */

import type { FetchedPact } from '../../pact/reading/load-pacts.js';
import { BrokerClient } from './broker-client.js';
import { MissingProviderError } from './broker-error.js';
import type { BrokerOptions, ConsumerVersionSelector } from './broker-options.js';
import { hrefOf, resourceIn, type HalResource } from './hal.js';

/** The answer of `pb:provider-pacts-for-verification`. */
interface PactsForVerification extends HalResource {
  readonly _embedded?: { readonly pacts?: readonly ListedPact[] };
}

interface ListedPact extends HalResource {
  readonly verificationProperties?: {
    readonly pending?: boolean;
    readonly notices?: readonly { readonly when?: string; readonly text?: string }[];
  };
}

const DEFAULT_SELECTORS: readonly ConsumerVersionSelector[] = [{ mainBranch: true }, { deployedOrReleased: true }];

/**
 * The pacts, in the broker's order; there is at least one, because whoever asks a broker means to verify something.
 * @param provider as the broker knows it
 * @throws MissingProviderError; BrokerError where the broker does not answer, refuses, or has no such pact
 */
export async function fetchBrokerPacts(
  options: BrokerOptions,
  provider: string | undefined,
): Promise<readonly FetchedPact[]> {
  if (provider === undefined) throw new MissingProviderError();
  const client = new BrokerClient(options);
  const listed = await listPacts(client, options, provider);
  if (listed.length === 0) {
    throw client.error(
      `has no pact for the provider "${provider}" that is chosen by ${JSON.stringify(selectorsOf(options))}; choose others with --consumer-version-selectors`,
    );
  }
  return Promise.all(listed.map((pact) => fetchPact(client, pact)));
}

async function listPacts(
  client: BrokerClient,
  options: BrokerOptions,
  provider: string,
): Promise<readonly ListedPact[]> {
  const href = client.hrefIn(await client.index(), 'pb:provider-pacts-for-verification', { provider });
  const answer = await client.ask({
    purpose: `for the pacts of "${provider}"`,
    href,
    method: 'POST',
    body: query(options),
    notFound: `knows no provider "${provider}"; --provider has to be as the consumers' pacts write it`,
  });
  const { _embedded: embedded } = (resourceIn(answer) ?? {}) as PactsForVerification;
  if (embedded?.pacts === undefined)
    throw client.error(`is no Pact broker: asked for the pacts of "${provider}", it answers without a list of them`);
  return embedded.pacts;
}

/** @see https://docs.pact.io/pact_broker/advanced_topics/provider_verification_results */
function query(options: BrokerOptions): object {
  const { branch = options.publish?.branch, includePending = options.publish !== undefined } = options;
  return {
    consumerVersionSelectors: selectorsOf(options),
    includePendingStatus: includePending,
    ...(branch !== undefined && { providerVersionBranch: branch }),
  };
}

function selectorsOf({ selectors = DEFAULT_SELECTORS }: BrokerOptions): readonly ConsumerVersionSelector[] {
  return selectors;
}

async function fetchPact(client: BrokerClient, listed: ListedPact): Promise<FetchedPact> {
  const href = hrefOf(listed, 'self');
  if (href === undefined) throw client.error('lists a pact without saying where it is');
  const text = await client.ask({ purpose: 'for a pact that it lists', href });
  const results = hrefOf(resourceIn(text) ?? {}, 'pb:publish-verification-results');
  const { pending = false, notices = [] } = listed.verificationProperties ?? {};
  return {
    source: nameOf(client.addressOf(href)),
    text,
    broker: {
      pending,
      // The others are for after the verification, one for each way in which it may end.
      notices: notices.flatMap(({ when = 'before_verification', text: notice }) =>
        when === 'before_verification' && notice !== undefined ? [notice] : [],
      ),
      ...(results !== undefined && { resultsUrl: client.addressOf(results) }),
    },
  };
}

/** As the broker itself names a pact in its notices: without how it came to be listed. */
function nameOf(address: string): string {
  return address.replace(/\/metadata\/[^/]+$/, '');
}
