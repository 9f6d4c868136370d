/** The options of `verifyPacts` and `verifyEveryVariant`. */

import { SPECIFICATION, type Contract } from '../contract/contract.js';
import { nearest } from '../contract/suggestions.js';
import { NO_VARIANTS, type VariantChoices } from '../contract/variants/variant-point.js';
import type { ProviderState } from '../pact/states/provider-state.js';
import type { BrokerOptions } from './broker/broker-options.js';
import type { InteractionCounts, PactReport } from './report/verification-report.js';
import { selectsParts, type InteractionFilters } from './select-interactions.js';

export interface VerifyOptions extends InteractionFilters {
  /** Files, folders, glob patterns and URLs of pacts. Default: none; then `broker` is required. */
  readonly pacts?: readonly string[];
  /**
   * Name of the provider, as in the pacts: pacts for other providers are skipped. Required with a broker. Default:
   * every provider.
   */
  readonly provider?: string;
  /** A Pact broker to fetch pacts from. Default: none. */
  readonly broker?: BrokerOptions;
  /**
   * Bearer token for requests to URLs in `pacts`. Those at the host of the broker get the broker's credentials instead.
   * Default: none.
   */
  readonly urlToken?: string;
  /** User name for HTTP Basic, for requests to URLs in `pacts`. Default: the one in the URL, if there is one. */
  readonly urlUsername?: string;
  /** Password for HTTP Basic, for requests to URLs in `pacts`. Default: the one in the URL, if there is one. */
  readonly urlPassword?: string;
  /** Whether a verification without any interaction passes. Default: false. */
  readonly allowEmpty?: boolean;
  /**
   * Provider states in addition to the shipped ones: a list, or the paths of modules that export a list and of YAML
   * files with aliases. Default: none.
   */
  readonly states?: string | readonly string[] | readonly ProviderState[];
  /** Revision of the service to verify against. Default: `specification`. */
  readonly revision?: string;
  /** Variants of the contract to verify against, by point: `{ 'error-body': 'problem' }`. Default: none. */
  readonly variants?: VariantChoices;
  /**
   * Whether an interaction fails if it is doubtful: it requires a member that the contract calls optional, sends a
   * parameter that the service ignores, and the like. Default: false; then these are warnings.
   */
  readonly strict?: boolean;
  /**
   * Whether requests are sent as the pact says: no token, client credential, link token or path is replaced. Default:
   * false.
   */
  readonly sendAsWritten?: boolean;
  /** URL of a running emulator: scheme, host and port. Default: a new emulator is started for the verification. */
  readonly target?: string;
  /** Control token of the running emulator. Default: none. */
  readonly controlToken?: string;
  /** Milliseconds that a response may take. Default: 30,000. */
  readonly timeout?: number;
  /** Ends the verification, and removes its sandboxes from a running emulator. Default: it is never ended. */
  readonly signal?: AbortSignal;
  /** Called after each pact; never by `verifyEveryVariant`. */
  readonly onProgress?: (progress: VerificationProgress) => void;
}

/** The result of one pact, and the position of the verification. */
export interface VerificationProgress extends InteractionCounts, Pick<PactReport, 'source' | 'consumer'> {
  /** Number of pacts that are verified. */
  readonly done: number;
  /** Number of all pacts. */
  readonly total: number;
}

/** The names of all options. */
const OPTION_NAMES = (
  'pacts provider broker urlToken urlUsername urlPassword allowEmpty states revision variants strict sendAsWritten ' +
  'target controlToken timeout signal onProgress consumers description state noState'
).split(' ');

/** @throws RangeError for an option that does not exist */
export function refuseUnknownOptions(options: VerifyOptions): void {
  const unknown = Object.keys(options).find((name) => !OPTION_NAMES.includes(name));
  if (unknown !== undefined) throw new RangeError(`there is no option "${unknown}"${nearest(unknown, OPTION_NAMES)}`);
}

/**
 * Refuses to publish partial results. A published success permits a consumer to be deployed with today's service, so
 * only results for the specification, without variants and of whole pacts, can be published.
 * @throws RangeError if other results would be published
 */
export function refuseUnpublishable(options: VerifyOptions, { revision, variants }: Contract): void {
  if (options.broker?.publish === undefined) return;
  if (selectsParts(options))
    throw new RangeError(
      'results of selected interactions cannot be published: the broker would treat them as results of the whole pact',
    );
  if (revision !== SPECIFICATION || variants !== NO_VARIANTS)
    throw new RangeError(
      'results for another revision or for variants cannot be published: the broker would treat them as results of the service',
    );
}
