/** How pacts are verified. */

import type { VariantChoices } from '../contract/variants/variant-point.js';
import type { BrokerOptions } from './broker/broker-options.js';
import type { ProviderState } from '../pact/states/provider-state.js';

export interface VerifyOptions {
  /** Files, folders, glob patterns and URLs. Default: none, for those who have a broker. */
  readonly pacts?: readonly string[];
  /** The provider whose pacts are wanted, as they name it. Default: every pact that is found. */
  readonly provider?: string;
  /** Pacts from a Pact broker. Default: none. */
  readonly broker?: BrokerOptions;
  /** Sent as bearer token with requests for pacts at URLs. Default: none. */
  readonly urlToken?: string;
  /** Provider states beside the shipped ones: a module that exports them, or themselves. Default: none. */
  readonly states?: string | readonly ProviderState[];
  /** The revision of the service that the pacts are held against: the specification's, or a later one. Default: `specification`. */
  readonly revision?: string;
  /** Where the service is taken to do otherwise than the contract says, by point: `{ 'error-body': 'problem' }`. Default: nowhere. */
  readonly variants?: VariantChoices;
  /** A running emulator: scheme, host and port. Default: one is started for the verification. */
  readonly target?: string;
  /** The control token of that emulator, if it has one. */
  readonly controlToken?: string;
  /** Milliseconds that an answer may take. Default: 30,000. */
  readonly timeout?: number;
  /** Told after each pact. */
  readonly onProgress?: (progress: VerificationProgress) => void;
}

/** How far a verification has come. */
export interface VerificationProgress {
  /** The pact that has just been verified. */
  readonly source: string;
  readonly consumer: string;
  readonly passed: number;
  readonly failed: number;
  readonly pending: number;
  /** How many pacts are done, and how many there are. */
  readonly done: number;
  readonly total: number;
}
