/** Gathers the inputs of a verification: the contract, pacts from files, URLs and a broker, and provider states. */

import { basicHeader } from '../common/http-basic.js';
import { withoutUndefined } from '../common/json.js';
import { type Contract, SPECIFICATION } from '../contract/contract.js';
import { mistakenChoices } from '../contract/variants/choose-variants.js';
import { NO_VARIANTS } from '../contract/variants/variant-point.js';
import { outputRedactor } from '../emulator/redaction/output-redactor.js';
import { type MessageRedactor, rememberingRedactor } from '../emulator/redaction/redactor.js';
import { isUrl } from '../pact/reading/find-pact-files.js';
import { type LoadedPacts, loadPacts } from '../pact/reading/load-pacts.js';
import { checkDefinitions, statesWith } from '../pact/states/load-states.js';
import type { ProviderState } from '../pact/states/provider-state.js';
import { providerStates } from '../pact/states/shipped-states.js';
import { contractOf, shippedContracts, shippedVariants } from '../start/shipped.js';
import { brokerAuthorization } from './broker/broker-client.js';
import { findBrokerPacts, withResultsUrl } from './broker/fetch-broker-pacts.js';
import { selectInteractions } from './select-interactions.js';
import { refuseMistakenOptions, refuseUnpublishable, type VerifyOptions } from './verify-options.js';

/** The inputs of a verification. */
export interface GatheredPacts {
  /** The contract of the revision, in the variants of the options. */
  readonly contract: Contract;
  readonly loaded: LoadedPacts;
  /** The shipped provider states, and those from the options. */
  readonly registry: readonly ProviderState[];
  /** Removes secrets from all that is reported. */
  readonly redactor: MessageRedactor;
}

/**
 * What is reported of a source, without secrets. The path of a file stays as it is: one below a folder `verify` looks
 * like the address of a link.
 */
export function shown<Each extends { readonly source: string }>(each: Each, redactor: MessageRedactor): Each {
  const redacted = redactor.json(each);
  return isUrl(each.source) ? redacted : { ...redacted, source: each.source };
}

/**
 * Checks the options, and loads pacts and provider states. A pact that cannot be used becomes a problem of the report.
 * @throws Error if the options contain neither pacts nor a broker
 * @throws DocumentError if a file of provider states is missing, or if the states contain mistakes
 * @throws RangeError if there is no such option, revision, point or variant, if a filter is not a regular expression,
 * or if the results must not be published
 */
export async function gatherPacts(options: VerifyOptions): Promise<GatheredPacts> {
  refuseMistakenOptions(options);
  const contract = selectContract(options);
  refuseUnpublishable(options, contract);
  if ((options.pacts ?? []).length === 0 && options.broker === undefined)
    throw new Error('there is nothing to verify: name pacts (option "pacts") or a broker (option "broker")');

  const registry = await registryWith(options.states);
  const loaded = await loadAllPacts(options);
  const redactor = rememberingRedactor(outputRedactor([options.controlToken, options.urlToken]));

  return { contract, registry, redactor, loaded };
}

/**
 * The contract that the options choose. A variant is another way to fill a gap of the specification; by default, the
 * contract has none.
 * @throws RangeError if there is no such revision, point or variant
 */
function selectContract({ revision = SPECIFICATION, variants = NO_VARIANTS }: VerifyOptions): Contract {
  const mistakes = mistakenChoices(variants, shippedVariants());
  if (mistakes.length > 0) throw new RangeError(mistakes.join('; '));

  // Without variants, the contract that was compiled with the package is used.
  const contract = contractOf(revision);
  return variants === NO_VARIANTS ? contract : shippedContracts().in({ revision: contract.revision, variants });
}

/** The shipped provider states, and those of the options: paths, or the states themselves. */
async function registryWith(states: VerifyOptions['states']): Promise<readonly ProviderState[]> {
  const pathsOrStates = [states ?? []].flat();
  const paths = pathsOrStates.filter((one) => typeof one === 'string');
  if (paths.length === pathsOrStates.length) return await statesWith(paths);

  return [...providerStates, ...checkDefinitions('option states', pathsOrStates)];
}

/** Loads pacts from files, URLs and the broker, and leaves out what the filters do not select. */
async function loadAllPacts(options: VerifyOptions): Promise<LoadedPacts> {
  const { pacts: given = [], provider, allowEmpty = false } = options;
  const ofBroker = await findBrokerPacts(options);
  // The broker's pacts are loaded by their URLs, like pacts that the options name.
  const loaded = await loadPacts({
    given,
    fetched: ofBroker.fetched,
    authorizationFor: (url) => authorizationFor(url, options),
    allowEmpty,
    ...withoutUndefined({ provider }),
  });

  const pacts = loaded.pacts.map((pact) => withResultsUrl(pact, options.broker));
  const problems = [...ofBroker.problems, ...loaded.problems];
  const notices = [...ofBroker.notices, ...loaded.notices];
  for (const { source, broker } of pacts) notices.push(...(broker?.notices ?? []).map((text) => `${source}: ${text}`));

  return selectInteractions({ pacts, problems, notices }, options);
}

/**
 * The value of `Authorization` for a URL. The broker's host gets the broker's credentials; any other host gets the
 * credentials for URLs.
 */
function authorizationFor(url: string, options: VerifyOptions): string | undefined {
  const { broker, urlToken, urlUsername, urlPassword = '' } = options;
  const brokersAuthorization = broker === undefined ? undefined : brokerAuthorization(broker, url);
  if (brokersAuthorization !== undefined) return brokersAuthorization;
  if (urlToken !== undefined) return `Bearer ${urlToken}`;

  return urlUsername === undefined ? undefined : basicHeader(urlUsername, urlPassword);
}
