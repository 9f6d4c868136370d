/** Gathers the inputs of a verification: the contract, pacts from files, URLs and a broker, and provider states. */

import { type Contract, SPECIFICATION } from '../contract/contract.js';
import { mistakenChoices } from '../contract/variants/choose-variants.js';
import { NO_VARIANTS } from '../contract/variants/variant-point.js';
import { DocumentError } from '../contract/documents/read-document.js';
import type { PactFile } from '../pact/pact-file.js';
import {
  type FetchedPact,
  type LoadedPacts,
  loadPacts,
  problemOf,
  type SourceProblem,
} from '../pact/reading/load-pacts.js';
import { checkStates } from '../pact/states/check-states.js';
import { statesWith } from '../pact/states/load-states.js';
import type { ProviderState } from '../pact/states/provider-state.js';
import { providerStates } from '../pact/states/shipped-states.js';
import { contractOf, shippedContracts, shippedVariants } from '../start/shipped.js';
import { brokerAuthorization } from './broker/broker-client.js';
import { BrokerError, NoPactsError } from './broker/broker-error.js';
import type { BrokerOptions } from './broker/broker-options.js';
import { fetchBrokerPacts } from './broker/fetch-broker-pacts.js';
import { selectInteractions } from './select-interactions.js';
import type { VerifyOptions } from './verify-options.js';

/**
 * The contract of a verification: that of the revision, in the variants. @throws RangeError if one of them does not
 * exist
 */
export function selectContract({ revision = SPECIFICATION, variants = NO_VARIANTS }: VerifyOptions): Contract {
  const mistakes = mistakenChoices(variants, shippedVariants());
  if (mistakes.length > 0) throw new RangeError(mistakes.join('; '));
  return variants === NO_VARIANTS
    ? contractOf(revision)
    : shippedContracts().in({ revision: contractOf(revision).revision, variants });
}

export interface GatheredPacts {
  /** The pacts, and the sources that could not be used. */
  readonly loaded: LoadedPacts;
  /** The shipped provider states and those from the options. */
  readonly registry: readonly ProviderState[];
}

/**
 * Loads pacts and provider states. A source that cannot be used is among the problems.
 * @throws Error if the options contain neither pacts nor a broker
 * @throws DocumentError if the provider states in the options contain mistakes
 * @throws RangeError if a filter is not a regular expression
 */
export async function gatherPacts(options: VerifyOptions): Promise<GatheredPacts> {
  if ((options.pacts ?? []).length === 0 && options.broker === undefined)
    throw new Error('there is nothing to verify: name pacts (option "pacts") or a broker (option "broker")');
  const { registry, problems } = await loadRegistry(options.states);
  const loaded = await loadAllPacts(options);
  return { registry, loaded: { ...loaded, problems: [...problems, ...loaded.problems] } };
}

/** If a module of states cannot be loaded, the shipped states remain: many interactions need no others. */
async function loadRegistry(
  states: VerifyOptions['states'],
): Promise<{ readonly registry: readonly ProviderState[]; readonly problems: readonly SourceProblem[] }> {
  const given = [states ?? []].flat();
  const paths = given.filter((one) => typeof one === 'string');
  if (paths.length < given.length)
    return { registry: [...providerStates, ...checkStates('option states', given)], problems: [] };
  try {
    return { registry: await statesWith(paths), problems: [] };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { registry: providerStates, problems: [problemOf(error.file, error)] };
  }
}

async function loadAllPacts(options: VerifyOptions): Promise<LoadedPacts> {
  const { pacts: given = [], provider, broker, allowEmpty = false } = options;
  const { fetched, problems, notices } = await fetchFromBroker(broker, provider, allowEmpty);
  const loaded = await loadPacts({
    given,
    fetched,
    authorizationFor: (url) => authorizationFor(url, options),
    allowEmpty,
    ...(provider !== undefined && { provider }),
  });
  return selectInteractions(
    {
      ...loaded,
      problems: [...problems, ...loaded.problems],
      notices: [...notices, ...loaded.notices, ...loaded.pacts.flatMap(brokerNotices)],
    },
    options,
  );
}

/** The broker's credentials are for its own host. */
function authorizationFor(
  url: string,
  { broker, urlToken, urlUsername, urlPassword = '' }: VerifyOptions,
): string | undefined {
  const ofBroker = broker === undefined ? undefined : brokerAuthorization(broker, url);
  if (ofBroker !== undefined) return ofBroker;
  if (urlToken !== undefined) return `Bearer ${urlToken}`;
  return urlUsername === undefined
    ? undefined
    : `Basic ${Buffer.from(`${urlUsername}:${urlPassword}`).toString('base64')}`;
}

/** If the broker fails, the other pacts are still verified. */
async function fetchFromBroker(
  broker: BrokerOptions | undefined,
  provider: string | undefined,
  allowEmpty: boolean,
): Promise<Pick<LoadedPacts, 'problems' | 'notices'> & { readonly fetched: readonly FetchedPact[] }> {
  if (broker === undefined) return { fetched: [], problems: [], notices: [] };
  try {
    return { fetched: await fetchBrokerPacts(broker, provider), problems: [], notices: [] };
  } catch (error) {
    return allowEmpty && error instanceof NoPactsError
      ? { fetched: [], problems: [], notices: [error.message] }
      : { fetched: [], problems: [brokerProblem(error, broker)], notices: [] };
  }
}

function brokerNotices({ source, broker }: PactFile): string[] {
  return (broker?.notices ?? []).map((notice) => `${source}: ${notice}`);
}

/**
 * A failure of the broker, for the report.
 * @throws the error itself if it is no BrokerError
 */
export function brokerProblem(error: unknown, { url }: BrokerOptions): SourceProblem {
  if (!(error instanceof BrokerError)) throw error;
  const source = URL.canParse(url) ? `the broker at ${new URL(url).host}` : 'the broker';
  return { source, message: error.message };
}
