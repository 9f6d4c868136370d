// Generated from src/verify/broker/broker-options.yaml by the build.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly BrokerOptions: {
            /** @description URL of the broker: `https://broker.example`, with its path if it has one. It may contain user name and password. */
            readonly url: string;
            /** @description Bearer token; has priority over user name and password. Default: none. */
            readonly token?: string;
            /** @description User name for HTTP Basic. Default: the user name in the URL, if there is one. */
            readonly username?: string;
            /** @description Password for HTTP Basic. Default: the password in the URL, if there is one. */
            readonly password?: string;
            /** @description Versions of the consumers whose pacts are fetched. Default: `[{ mainBranch: true }, { deployedOrReleased: true }]`. */
            readonly selectors?: readonly components["schemas"]["ConsumerVersionSelector"][];
            /** @description Whether a pact that the provider has never fulfilled may fail without failing the verification. Default: true if results are published or `includeWipPactsSince` is set, otherwise false, because every pact stays pending if no success is ever published. */
            readonly includePending?: boolean;
            /** @description Also fetches "work in progress" pacts: the newest of each consumer branch or tag since this date, such as `2026-01-31`. They are pending. Default: none. */
            readonly includeWipPactsSince?: string;
            /** @description Branch of the provider: a pact is pending on a branch. Default: `publish.branch`. */
            readonly branch?: string;
            /** @description Tags of the provider, where there are no branches: a pact is pending for a tag. Default: `publish.tags`. */
            readonly tags?: readonly string[];
            /** @description Publishes the results. Default: nothing is published. */
            readonly publish?: components["schemas"]["PublishOptions"];
        };
        /** @description The version of the provider that results are published for. */
        readonly PublishOptions: {
            readonly providerVersion: string;
            /** @description Branch of this version; it is published before the results. Default: none. */
            readonly branch?: string;
            /** @description Tags of this version; they are published before the results. Default: none. */
            readonly tags?: readonly string[];
            /** @description Link in the broker to the CI build. Default: none. */
            readonly buildUrl?: string;
        };
        /** @description Selects versions of consumers. A broker combines several selectors with "or". See https://docs.pact.io/pact_broker/advanced_topics/consumer_version_selectors */
        readonly ConsumerVersionSelector: {
            /** @description Limits the selector to one consumer. */
            readonly consumer?: string;
            /**
             * @description The latest version of each consumer's main branch.
             * @constant
             */
            readonly mainBranch?: true;
            readonly branch?: string;
            /** @description The branch that is selected for consumers without `branch`. */
            readonly fallbackBranch?: string;
            /**
             * @description The latest version of the branch with the name of the provider's branch.
             * @constant
             */
            readonly matchingBranch?: true;
            readonly tag?: string;
            readonly fallbackTag?: string;
            readonly latest?: boolean;
            /** @constant */
            readonly deployed?: true;
            /** @constant */
            readonly released?: true;
            /**
             * @description Versions that are deployed or released in any environment.
             * @constant
             */
            readonly deployedOrReleased?: true;
            /** @description Limits `deployed`, `released` and `deployedOrReleased` to one environment. */
            readonly environment?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type BrokerOptions = components['schemas']['BrokerOptions'];
export type PublishOptions = components['schemas']['PublishOptions'];
export type ConsumerVersionSelector = components['schemas']['ConsumerVersionSelector'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
