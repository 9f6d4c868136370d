/** Gathers what a verification works with: pacts from files, URLs and a broker, and the provider states for them. */

import { type Contract, SPECIFICATION } from '../contract/contract.js';
import { mistakenChoices } from '../contract/variants/choose-variants.js';
import { NO_VARIANTS } from '../contract/variants/variant-point.js';
import { DocumentError } from '../documents/read-document.js';
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
import { contractOf, shippedContracts, shippedVariants } from '../shipped.js';
import { BrokerError } from './broker/broker-error.js';
import type { BrokerOptions } from './broker/broker-options.js';
import { fetchBrokerPacts } from './broker/fetch-broker-pacts.js';
import type { VerifyOptions } from './verify-options.js';

export interface Gathered {
  readonly loaded: LoadedPacts;
  readonly registry: readonly ProviderState[];
}

/**
 * Loads pacts and states; what cannot be had is among the problems.
 * @throws Error where neither pacts nor a broker are given, DocumentError where states that are given have mistakes
 */
export async function gatherPacts(options: VerifyOptions): Promise<Gathered> {
  if ((options.pacts ?? []).length === 0 && options.broker === undefined)
    throw new Error('there is nothing to verify: neither pacts nor a broker are given');
  const { registry, problems } = await registryWith(options.states);
  const found = await load(options);
  return { registry, loaded: { ...found, problems: [...problems, ...found.problems] } };
}

/** Where own states cannot be had, the shipped ones are enough for many an interaction. */
async function registryWith(
  states: VerifyOptions['states'],
): Promise<{ readonly registry: readonly ProviderState[]; readonly problems: readonly SourceProblem[] }> {
  if (typeof states === 'object')
    return { registry: [...providerStates, ...checkStates('option states', states)], problems: [] };
  try {
    return { registry: await statesWith(states), problems: [] };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { registry: providerStates, problems: [problemOf(error.file, error)] };
  }
}

async function load({ pacts: given = [], provider, broker, urlToken }: VerifyOptions): Promise<LoadedPacts> {
  const { fetched, problems } = await fetchAll(broker, provider);
  const loaded = await loadPacts({
    given,
    fetched,
    ...(urlToken !== undefined && { token: urlToken }),
    ...(provider !== undefined && { provider }),
  });
  return {
    ...loaded,
    problems: [...problems, ...loaded.problems],
    notices: [...loaded.notices, ...loaded.pacts.flatMap(brokerNotices)],
  };
}

/** A broker that does not answer keeps no other pact from being verified. */
async function fetchAll(
  broker: BrokerOptions | undefined,
  provider: string | undefined,
): Promise<{ readonly fetched: readonly FetchedPact[]; readonly problems: readonly SourceProblem[] }> {
  if (broker === undefined) return { fetched: [], problems: [] };
  try {
    return { fetched: await fetchBrokerPacts(broker, provider), problems: [] };
  } catch (error) {
    return { fetched: [], problems: [brokerProblem(error, broker)] };
  }
}

function brokerNotices({ source, broker }: PactFile): string[] {
  return (broker?.notices ?? []).map((notice) => `${source}: ${notice}`);
}

/** A broker that cannot be asked, or does not take results. @throws what is no failure of the broker */
export function brokerProblem(error: unknown, { url }: BrokerOptions): SourceProblem {
  if (!(error instanceof BrokerError)) throw error;
  return { source: `the broker at ${new URL(url).host}`, message: error.message };
}

/** @throws RangeError where there is no such revision, point or variant */
export function chosenContract({
  revision = SPECIFICATION,
  variants = NO_VARIANTS,
}: Pick<VerifyOptions, 'revision' | 'variants'>): Contract {
  const mistakes = mistakenChoices(variants, shippedVariants());
  if (mistakes.length > 0) throw new RangeError(mistakes.join('; '));
  return variants === NO_VARIANTS
    ? contractOf(revision)
    : shippedContracts().in({ revision: contractOf(revision).revision, variants });
}
