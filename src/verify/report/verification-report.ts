// Generated from spec/verify-types.yaml by the build.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly VerificationReport: {
            readonly verdict: components["schemas"]["VerificationVerdict"];
            /** @description A sentence about what the verification proves. */
            readonly proves: string;
            /** @description Sentences about what the verification does not prove. */
            readonly doesNotProve: string;
            /** @description Versions of this package and of the contract, the revision, and the variants of the contract. */
            readonly emulator: {
                readonly version: string;
                readonly contract: string;
                readonly revision: string;
                readonly variants: {
                    readonly [key: string]: string;
                };
            };
            readonly pacts: readonly components["schemas"]["PactReport"][];
            /** @description Sources that could not be used: files that are no pacts, a broker that does not respond. */
            readonly problems: readonly components["schemas"]["UnusableSource"][];
            /** @description Notices of what was skipped, and why; and of what was published. */
            readonly notices: readonly string[];
            readonly counts: components["schemas"]["InteractionCounts"];
            /** @description The reason why interactions were not run, or why results were not published; absent if all were. */
            readonly incomplete?: string;
            /** @description The guesses on which responses are based. */
            readonly guesses: readonly components["schemas"]["GuessReport"][];
            readonly coverage: components["schemas"]["ContractCoverage"];
        };
        /**
         * @description `failed`: an interaction failed that is not pending, or a source has nothing to verify. `incomplete`: the verification has not failed, but a source could not be read; or interactions were not run, because the Pact verifier broke or the emulator ended; or results could not be published.
         * @enum {unknown}
         */
        readonly VerificationVerdict: "passed" | "failed" | "incomplete";
        readonly UnusableSource: {
            /** @description Path or URL, as it was given. */
            readonly source: string;
            /** @description The reason, with line and column, or JSON pointer, if known. */
            readonly message: string;
            /** @description Whether nobody knows what it has: it cannot be read, or the broker refuses it. Default: false. */
            readonly isUnread?: boolean;
        };
        /** @description Numbers of interactions by outcome. */
        readonly InteractionCounts: {
            readonly passed: number;
            readonly failed: number;
            readonly pending: number;
            /** @description Number of interactions that were not run; absent if there are none. */
            readonly notRun?: number;
        };
        readonly PactReport: {
            /** @description The path, as it was given, or the URL. */
            readonly source: string;
            readonly consumer: string;
            readonly provider: string;
            /** @description Version of the Pact specification: `2.0.0`, `3.0.0`, `4.0`. */
            readonly specification: string;
            readonly interactions: readonly components["schemas"]["InteractionReport"][];
        };
        readonly InteractionReport: {
            /** @description JSON pointer in the pact file: `/interactions/3`. */
            readonly pointer: string;
            readonly description: string;
            /** @description The provider states as text, with their parameters. */
            readonly states: readonly string[];
            /**
             * @description `pending`: the interaction failed, but does not fail the verification (Pact V4 `pending`, or pending at the broker). `not run`: the Pact verifier broke, or the emulator ended, before there was a verdict on the interaction.
             * @enum {unknown}
             */
            readonly outcome: "passed" | "failed" | "pending" | "not run";
            /** @description The path includes the query. */
            readonly request: {
                readonly method: string;
                readonly path: string;
            };
            readonly expectedStatus: number;
            /** @description ID of the contract's operation; undefined if the contract has none for the request. */
            readonly operation?: string;
            /** @description The emulator's response; undefined if no request was sent, or the connection ended first. */
            readonly answer?: {
                readonly status: number;
                readonly body: string;
                readonly diagnostics: readonly string[];
            };
            readonly failures: readonly components["schemas"]["InteractionFailure"][];
            /** @description Doubts that fail nothing: a parameter that the service ignores, an example that it never sends. */
            readonly warnings: readonly components["schemas"]["Mismatch"][];
            /** @description Changes that make the interaction pass, best first. Each was tried. */
            readonly remedies: readonly string[];
            /** @description Where the inspector of the running emulator shows the failure. Absent for an emulator of the verification. */
            readonly inspector?: string;
            /** @description IDs of the guesses (`inferred` and `chosen` points) on which the response is based. */
            readonly restsOn: readonly string[];
            /** @description How long it took to set up the provider states and to respond, in seconds. 0 if it was not run. */
            readonly seconds: number;
            /** @description Changes to the request before it was sent: a token was added, a path completed. */
            readonly adaptations: readonly string[];
        };
        /** @description A difference between the pact and the emulator, or between the pact and the contract. */
        readonly Mismatch: {
            /** @description The kind of a finding of the comparison, for programs: `request.query.invalid`. `docs/contracts.md` lists them. */
            readonly code?: string;
            readonly message: string;
            /** @description The part of the request or response: `response body at /data/0/id`. */
            readonly where?: string;
            readonly expected?: string;
            readonly actual?: string;
        };
        readonly InteractionFailure: components["schemas"]["Mismatch"] & {
            /**
             * @description `state`: a provider state is unknown or could not be set up. `answer`: the emulator's response is not the expected one. `contract`: according to the contract, the service never accepts this request or never sends this response. `strict`: a warning, in a strict verification. `verifier`: the Pact verifier could not verify the interaction. `internal`: id-emulator itself failed at the interaction, because of a bug.
             * @enum {unknown}
             */
            readonly kind: "state" | "answer" | "contract" | "strict" | "verifier" | "internal";
        };
        /** @description A guess on which responses are based: a point where the specification is silent. */
        readonly GuessReport: {
            /** @description ID of the point: `getUsers.orderBy:default`. */
            readonly id: string;
            /** @description `inferred` or `chosen`. */
            readonly basis: string;
            /** @description What the point is about. */
            readonly subject: string;
            readonly note?: string;
            /** @description Number of interactions whose response is based on the guess. */
            readonly interactions: number;
        };
        /** @description Which parts of the contract, which scenarios and which provider states the pacts exercise. */
        readonly ContractCoverage: {
            /** @description All operations, in the order of the contract. */
            readonly operations: readonly components["schemas"]["OperationCoverage"][];
            readonly scenarios: readonly components["schemas"]["NamedCoverage"][];
            readonly states: readonly components["schemas"]["NamedCoverage"][];
            /** @description Sentences about what is never tested, the most important first. */
            readonly blindSpots: readonly string[];
        };
        readonly OperationCoverage: {
            /** @description ID of the operation. */
            readonly operation: string;
            /** @description The method in capitals. */
            readonly method: string;
            readonly path: string;
            /** @description Number of interactions with the operation that passed. */
            readonly interactions: number;
            /** @description The descriptions of the interactions that failed. */
            readonly failed: readonly string[];
            /** @description Every status that the contract declares. */
            readonly statuses: readonly components["schemas"]["NamedCoverage"][];
            /** @description Parameters of path and query, and members of the request body: `query limit`, `body name`. */
            readonly parameters: readonly components["schemas"]["NamedCoverage"][];
            /** @description Members of the successful response that have no members themselves: `items[].id`. */
            readonly members: readonly components["schemas"]["NamedCoverage"][];
            /** @description Forms of the successful response: values of enumerations, alternatives and empty lists (`items[].status = open`, `items empty`). */
            readonly variants: readonly components["schemas"]["NamedCoverage"][];
        };
        readonly NamedCoverage: {
            readonly name: string;
            /** @description Number of interactions that exercise it. */
            readonly interactions: number;
        };
        readonly EveryVariantReport: {
            /**
             * @description `passed` if every interaction passes in every variant that it exercises.
             * @enum {unknown}
             */
            readonly verdict: "passed" | "failed";
            /** @description Number of interactions that pass without variants. Pending ones are left out. */
            readonly interactions: number;
            /** @description The interactions that fail without variants: consumer, description and reason of each. */
            readonly failAnyway: readonly string[];
            readonly variants: readonly components["schemas"]["VariantOutcome"][];
            /** @description Sources that could not be used. */
            readonly problems: readonly components["schemas"]["UnusableSource"][];
            readonly notices: readonly string[];
        };
        readonly VariantOutcome: {
            /** @description `error-body=problem`. */
            readonly title: string;
            /** @description IDs of the points of fidelity that the variant changes. */
            readonly about: readonly string[];
            /** @description A sentence about the clients that the variant breaks. */
            readonly breaks: string;
            /** @description Number of interactions whose response differs in the variant. If it is 0, the report shows nothing about the variant. */
            readonly exercised: number;
            /** @description The interactions that fail in this variant only: consumer, description and reason of each. */
            readonly broken: readonly string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type VerificationReport = components['schemas']['VerificationReport'];
export type VerificationVerdict = components['schemas']['VerificationVerdict'];
export type UnusableSource = components['schemas']['UnusableSource'];
export type InteractionCounts = components['schemas']['InteractionCounts'];
export type PactReport = components['schemas']['PactReport'];
export type InteractionReport = components['schemas']['InteractionReport'];
export type Mismatch = components['schemas']['Mismatch'];
export type InteractionFailure = components['schemas']['InteractionFailure'];
export type GuessReport = components['schemas']['GuessReport'];
export type ContractCoverage = components['schemas']['ContractCoverage'];
export type OperationCoverage = components['schemas']['OperationCoverage'];
export type NamedCoverage = components['schemas']['NamedCoverage'];
export type EveryVariantReport = components['schemas']['EveryVariantReport'];
export type VariantOutcome = components['schemas']['VariantOutcome'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
