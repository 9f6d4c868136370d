/** The options of `verifyPacts` and `verifyEveryVariant`. */

import { SPECIFICATION, type Contract } from '../contract/contract.js';
import { NO_VARIANTS } from '../contract/variants/variant-point.js';
import { mistakesIn } from '../emulator/complete-options.js';
import { specsOf } from '../emulator/options.js';
import type { ProviderState } from '../pact/states/provider-state.js';
import type { BrokerOptions } from './broker/broker-options.js';
import type { InteractionCounts, PactReport } from './report/verification-report.js';
import { OPTIONS, type WrittenOptions } from './option-rows.js';
import { selectsParts } from './select-interactions.js';

/** The options of a verification. `verify-options.yaml` has those with plain values. */
export interface VerifyOptions extends WrittenOptions {
  /** A Pact broker to fetch pacts from. Default: none. */
  readonly broker?: BrokerOptions;
  /**
   * Provider states in addition to the shipped ones: a list, or the paths of modules that export a list and of YAML
   * files with aliases. Default: none.
   */
  readonly states?: string | readonly string[] | readonly ProviderState[];
  /** Ends the verification, and removes its sandboxes from a running emulator. Default: it is never ended. */
  readonly signal?: AbortSignal;
  /** Called after each pact; never by `verifyEveryVariant`. */
  readonly onProgress?: (progress: VerificationProgress) => void;
}

/** The result of one pact, and the position of the verification. */
export interface VerificationProgress extends InteractionCounts, Pick<PactReport, 'source' | 'consumer'> {
  /** How many pacts have been verified so far. */
  readonly done: number;
  /** How many pacts there are in all. */
  readonly total: number;
}

/** The specifications of the options, by which their values are checked. */
const SPECS = specsOf<keyof VerifyOptions>(OPTIONS);

/**
 * Refuses options that would silently do nothing or something else: a misspelled one, or a text in place of a list, in
 * which the names of consumers would be parts of the text.
 * @throws RangeError with every mistake
 */
export function refuseMistakenOptions(options: VerifyOptions): void {
  const mistakes = mistakesIn({ ...options }, SPECS);
  if (mistakes.length > 0) throw new RangeError(mistakes.join('; '));
}

/**
 * Refuses to publish partial results. A published success permits a consumer to be deployed with today's service. So
 * results can be published only if they are for the specification, without variants, and for whole pacts.
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
