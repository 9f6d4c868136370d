/** Options for fetching pacts from a Pact broker and publishing the results. */

export interface BrokerOptions {
  /**
   * URL of the broker: `https://broker.example`, with its path if it has one. It may contain user name and password.
   */
  readonly url: string;
  /** Bearer token; has priority over user name and password. Default: none. */
  readonly token?: string;
  /** User name for HTTP Basic. Default: the user name in the URL, if there is one. */
  readonly username?: string;
  /** Password for HTTP Basic. Default: the password in the URL, if there is one. */
  readonly password?: string;
  /**
   * Versions of the consumers whose pacts are fetched. Default: `[{ mainBranch: true }, { deployedOrReleased: true
   * }]`.
   */
  readonly selectors?: readonly ConsumerVersionSelector[];
  /**
   * Whether a pact that the provider has never fulfilled may fail without failing the verification. Default: true if
   * results are published or `includeWipPactsSince` is set, otherwise false, because every pact stays pending if no
   * success is ever published.
   */
  readonly includePending?: boolean;
  /**
   * Also fetches "work in progress" pacts: the newest of each consumer branch or tag since this date, such as
   * `2026-01-31`. They are pending. Default: none.
   */
  readonly includeWipPactsSince?: string;
  /** Branch of the provider: a pact is pending on a branch. Default: `publish.branch`. */
  readonly branch?: string;
  /** Tags of the provider, where there are no branches: a pact is pending for a tag. Default: `publish.tags`. */
  readonly tags?: readonly string[];
  /** Publishes the results. Default: nothing is published. */
  readonly publish?: PublishOptions;
}

/** The version of the provider that results are published for. */
export interface PublishOptions {
  readonly providerVersion: string;
  /** Branch of this version; it is published before the results. Default: none. */
  readonly branch?: string;
  /** Tags of this version; they are published before the results. Default: none. */
  readonly tags?: readonly string[];
  /** Link in the broker to the CI build. Default: none. */
  readonly buildUrl?: string;
}

/**
 * Selects versions of consumers. A broker combines several selectors with "or".
 * @see https://docs.pact.io/pact_broker/advanced_topics/consumer_version_selectors
 */
export interface ConsumerVersionSelector {
  /** Limits the selector to one consumer. */
  readonly consumer?: string;
  /** The latest version of each consumer's main branch. */
  readonly mainBranch?: true;
  readonly branch?: string;
  /** The branch that is selected for consumers without `branch`. */
  readonly fallbackBranch?: string;
  /** The latest version of the branch with the name of the provider's branch. */
  readonly matchingBranch?: true;
  readonly tag?: string;
  readonly fallbackTag?: string;
  readonly latest?: boolean;
  readonly deployed?: true;
  readonly released?: true;
  /** Versions that are deployed or released in any environment. */
  readonly deployedOrReleased?: true;
  /** Limits `deployed`, `released` and `deployedOrReleased` to one environment. */
  readonly environment?: string;
}
