/** Options of an emulator. One table serves the program, the command line, the environment and the config file. */

import { DEFAULT_SECRET } from './domain/sandbox/client-secret.js';
import { REVISIONS, SPECIFICATION } from '../contract/contract.js';
import { VARIANT_SETS, type VariantSet } from '../contract/variants/variant-sets.js';
import type { Network } from './domain/tokens/access-tokens.js';
import type { ShippedScenarios } from './scenarios/shipped-scenarios.js';
import type { OptionRow, OptionSpec } from './option-spec.js';
import { OPTION_ROWS } from './option-rows.js';
import { DEFAULT_POPULATION, POPULATION_MAXIMUM } from './domain/population/population.js';

/** Options of {@link startEmulator} and {@link createEmulatorApp}. */
export interface EmulatorOptions {
  /** TCP port; 0 takes a free one. Default: 0 in a program, 4010 on the command line. */
  readonly port?: number;
  /** Address to listen on. Default: 127.0.0.1, which only this machine can reach. */
  readonly host?: string;
  /**
   * Listens with TLS, by a certificate that is generated at startup for localhost, 127.0.0.1, ::1 and `host`. Clients
   * have to trust its authority: `emulator.authority`, or `tlsCa`. Default: false.
   */
  readonly tls?: boolean;
  /** A file with the certificate of the server, PEM; listens with TLS. Requires `tlsKey`. Default: none. */
  readonly tlsCert?: string;
  /** A file with the private key of `tlsCert`, PEM. Default: none. */
  readonly tlsKey?: string;
  /** A file to write the certificate of the authority to, PEM; listens with TLS. Default: none. */
  readonly tlsCa?: string;
  /**
   * The URL by which clients reach the emulator, if a proxy stands before it: scheme, host, port and path. Every URL
   * that the emulator returns begins with it. Default: the one that the client of each request used.
   */
  readonly publicUrl?: string;
  /** Origins whose web pages may call the data plane, or `*` for every one (CORS). Default: none, like the service. */
  readonly cors?: readonly string[];
  /**
   * Names with dots by which the control plane may be reached without a control token; `*.example.com` means all below
   * it. Addresses, names without dots and the host of `publicUrl` need no entry. Default: none.
   */
  readonly allowedHosts?: readonly string[];
  /** Seed of everything generated: the same seed gives the same world and the same tokens. Default: 1. */
  readonly seed?: number;
  /**
   * Number of generated parties beside the fixture's. A party has a row in the list of users for each of its providers,
   * about two. Default: what the fixture states (`empty`: 0), else 200.
   */
  readonly population?: number;
  /** A fixture file, or the name of a shipped one: `default`, `sound`, `empty`, `users-25`. Default: `default`. */
  readonly fixture?: string;
  /** Scenarios for every request, in the syntax of the `Emulator-Scenario` header. Default: none. */
  readonly scenario?: string;
  /** A folder with scenario files of your own, in addition to the shipped ones. Default: none. */
  readonly scenarios?: string;
  /** Lifetime of access tokens in seconds (specification section 8). Default: 3600. */
  readonly tokenTtl?: number;
  /** Lifetime of verification links in seconds. Default: 900. */
  readonly linkTtl?: number;
  /** The network that access tokens are issued for; a token of the other network is refused. Default: `devnet`. */
  readonly network?: Network;
  /** Stops the clock at this time, ISO 8601, so that equal requests get equal responses. Default: the clock runs. */
  readonly now?: string;
  /** Sets the clock to this time, ISO 8601, and lets it run. Excludes `now`. Default: the machine's time. */
  readonly time?: string;
  /** Refuses query parameters and body members that are not in the contract. Default: false, they are ignored. */
  readonly strict?: boolean;
  /**
   * States that one client uses a sandbox, and sends its requests one after the other. Then the order of exchanges is
   * proof for the judge. Default: false.
   */
  readonly oneClient?: boolean;
  /** Revision of the contract: the specification's, or a later one. Default: `specification`. */
  readonly revision?: string;
  /** Variants of the contract by point: `{ 'error-body': 'problem' }`; see `fidelity --variants`. Default: none. */
  readonly variants?: ShippedScenarios['variant'];
  /** A group of variants: a `sloppy` service, or a `strict` one. `variants` precede its choices. Default: none. */
  readonly variantSet?: VariantSet;
  /** Client ID of the institution. Default: `demo-institution`. */
  readonly clientId?: string;
  /** Client secret of the institution. Default: `demo-secret`. */
  readonly clientSecret?: string;
  /**
   * A file with the private key that signs access tokens: PEM, Ed25519 or RSA. Required if other machines can reach
   * the emulator. Default: a development key that is public.
   */
  readonly signingKey?: string;
  /**
   * IDs and secrets of sandboxes that are opened later: `random`, or `seeded`, which everybody who knows the seed can
   * compute. The default sandbox keeps its own. Default: `random` with `signingKey`, `store` or `controlToken`, else
   * `seeded`.
   */
  readonly sandboxSecret?: 'random' | 'seeded';
  /** Number of exchanges that the journal of each sandbox keeps; 0 turns it off. Default: 1000. */
  readonly journalSize?: number;
  /** Bytes of exchanges that all journals keep together in memory; the oldest go first. Default: 512 MiB. */
  readonly journalBytesInAll?: number;
  /**
   * Seconds of real time until an unused sandbox, but not the default one, goes; 0: never. Default: 0; in Redis 86400.
   */
  readonly sandboxIdleTtl?: number;
  /** Token that requests to the control plane must send as `Authorization: Bearer`. Default: no token required. */
  readonly controlToken?: string;
  /** A folder or the URL of a Redis that keeps the sandboxes, so that they survive a restart. Default: memory alone. */
  readonly store?: string;
}

/** Every option, in the order of the help text. */
const OPTIONS = {
  ...OPTION_ROWS,
  population: {
    ...OPTION_ROWS.population,
    maximum: POPULATION_MAXIMUM,
    description: `parties, with about 2 users each; default: ${DEFAULT_POPULATION}`,
  },
  revision: { ...OPTION_ROWS.revision, choices: [SPECIFICATION, ...REVISIONS], default: SPECIFICATION },
  variantSet: { ...OPTION_ROWS.variantSet, choices: Object.keys(VARIANT_SETS) },
  clientSecret: { ...OPTION_ROWS.clientSecret, default: DEFAULT_SECRET },
} as const satisfies Readonly<Record<keyof EmulatorOptions, OptionRow>>;

/** The table as a list. */
export const OPTION_SPECS = Object.entries<OptionRow>(OPTIONS).map(
  ([name, row]): OptionSpec<keyof EmulatorOptions> => ({ ...row, name: name as keyof EmulatorOptions }),
);

type RowsWith<Member> = {
  [Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name] extends Member ? Name : never;
}[keyof typeof OPTIONS];

/** Options with their defaults filled in. */
export type CompleteOptions = Required<Pick<EmulatorOptions, RowsWith<{ default: unknown }>>> & EmulatorOptions;

/** Options that a sandbox keeps, shows and saves. */
export type SettingName = RowsWith<{ perSandbox: 'setting' }>;

/** Options of `emulator.sandbox()` and of `POST /_emulator/sandboxes`; each defaults to the emulator's option. */
export interface SandboxOptions extends Pick<EmulatorOptions, Exclude<RowsWith<{ perSandbox: string }>, 'fixture'>> {
  /** A label for people, such as the title of a test. Default: none. */
  readonly name?: string;
  /** Whom it belongs to, such as a team or a job. Default: nobody. */
  readonly owner?: string;
  /** What it is found by in the list of sandboxes: `{ branch: 'main' }`. Default: none. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Its own `sandboxIdleTtl`, at least 1; without effect with a store in Redis. Default: that of the emulator. */
  readonly idleTtl?: number;
  /** A shipped fixture's name, or a fixture in the form of `spec/fixture.schema.json`; in a program also a file. */
  readonly fixture?: string | object;
}
