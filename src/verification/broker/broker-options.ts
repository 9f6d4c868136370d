/** How a Pact broker is asked for pacts, and told of the results. */

export interface BrokerOptions {
  /** Address of the broker: `https://broker.example`, with a path where it has one. User and password may stand in it. */
  readonly url: string;
  /** Sent as bearer token; it goes before user name and password. Default: none. */
  readonly token?: string;
  /** For HTTP Basic. Default: the one in the address, if there is one. */
  readonly username?: string;
  readonly password?: string;
  /** Which versions of the consumers the pacts are wanted of. Default: `[{ mainBranch: true }, { deployedOrReleased: true }]`. */
  readonly selectors?: readonly ConsumerVersionSelector[];
  /**
   * Whether a pact that this provider has never fulfilled may fail without failing the verification.
   * Default: true where results are published, else false: a broker that is never told of a success calls every pact pending.
   */
  readonly includePending?: boolean;
  /** The provider's branch, on which it depends what is pending. Default: `publish.branch`. */
  readonly branch?: string;
  /** Default: the broker is told nothing. */
  readonly publish?: PublishOptions;
}

/** As which version of the provider the results are published. */
export interface PublishOptions {
  readonly providerVersion: string;
  /** The branch of this version, which the broker is told first. Default: none. */
  readonly branch?: string;
  /** Where the broker shall point to: the page of the CI build. Default: none. */
  readonly buildUrl?: string;
}

/**
 * Chooses versions of consumers; a broker combines several with "or".
 * @see https://docs.pact.io/pact_broker/advanced_topics/consumer_version_selectors
 */
export interface ConsumerVersionSelector {
  /** Only of this consumer. */
  readonly consumer?: string;
  /** The latest of the branch that each consumer calls its main one. */
  readonly mainBranch?: true;
  readonly branch?: string;
  /** Where a consumer has no such branch. */
  readonly fallbackBranch?: string;
  /** The latest of branches with the name of the provider's. */
  readonly matchingBranch?: true;
  readonly tag?: string;
  readonly fallbackTag?: string;
  readonly latest?: boolean;
  readonly deployed?: true;
  readonly released?: true;
  /** All that are in use, in any environment. */
  readonly deployedOrReleased?: true;
  /** Only in this environment. */
  readonly environment?: string;
}
