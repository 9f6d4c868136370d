/** The flags of `id-emulator verify` about a Pact broker. */

import { parseJson, withoutUndefined } from '../../common/json.js';
import type { BrokerOptions } from '../../verify/broker/broker-options.js';
import { kebabCase } from '../../emulator/option-spec.js';
import { UsageError } from '../terminal/failure.js';
import { checkedUrl } from '../terminal/flags.js';

/** The flags, as commander parses them. */
export interface BrokerFlags {
  readonly provider?: string;
  readonly brokerUrl?: string;
  readonly brokerToken?: string;
  readonly brokerUsername?: string;
  readonly brokerPassword?: string;
  readonly consumerVersionSelectors?: string;
  readonly includePending?: boolean;
  readonly includeWipPactsSince?: string;
  readonly publish?: string;
  readonly branch?: string;
  readonly providerTags?: readonly string[];
  readonly buildUrl?: string;
}

/** The credentials for a broker, and for pacts at URLs: those in the flags, or else in Pact's environment variables. */
export function credentialsIn(
  { brokerToken, brokerUsername, brokerPassword }: BrokerFlags,
  variables: NodeJS.ProcessEnv,
): Pick<BrokerOptions, 'token' | 'username' | 'password'> {
  return withoutUndefined({
    token: brokerToken ?? variable(variables, 'PACT_BROKER_TOKEN'),
    username: brokerUsername ?? variable(variables, 'PACT_BROKER_USERNAME'),
    password: brokerPassword ?? variable(variables, 'PACT_BROKER_PASSWORD'),
  });
}

/**
 * The broker to fetch pacts from; undefined if there is none. A broker that only the environment names is used if no
 * pacts are given, or if a flag needs a broker.
 * @throws UsageError if an address is not valid, or a flag requires another one
 */
export function brokerIn(
  flags: BrokerFlags,
  variables: NodeJS.ProcessEnv,
  { hasPacts }: { readonly hasPacts: boolean },
): BrokerOptions | undefined {
  const { publish, branch, buildUrl, consumerVersionSelectors, includePending, includeWipPactsSince, providerTags } =
    flags;
  const needy = NEED_BROKER.find((name) => flags[name] !== undefined);
  const named = variable(variables, BASE_URL);
  const url = flags.brokerUrl ?? (hasPacts && needy === undefined ? undefined : named);
  if (url === undefined) {
    if (needy !== undefined) throw new UsageError(`--${kebabCase(needy)} requires a broker; name it with --broker-url`);
    return undefined;
  }
  const source = flags.brokerUrl === undefined ? BASE_URL : '--broker-url';
  if (flags.provider === undefined)
    throw new UsageError(`${source} requires --provider: a broker lists pacts by provider`);
  if (buildUrl !== undefined && publish === undefined)
    throw new UsageError('--build-url requires --publish: the broker shows it beside published results');
  const ofProvider = withoutUndefined({ branch, tags: providerTags?.filter((name) => name !== '') });
  return {
    url: addressIn(source, url),
    ...credentialsIn(flags, variables),
    ...ofProvider,
    ...withoutUndefined({
      selectors: selectorsIn(consumerVersionSelectors),
      includePending,
      includeWipPactsSince: dateIn(includeWipPactsSince),
      publish:
        publish === undefined
          ? undefined
          : { providerVersion: publish, ...ofProvider, ...withoutUndefined({ buildUrl }) },
    }),
  };
}

const BASE_URL = 'PACT_BROKER_BASE_URL';

const NEED_BROKER = [
  'publish',
  'consumerVersionSelectors',
  'includePending',
  'includeWipPactsSince',
  'branch',
  'providerTags',
  'buildUrl',
] as const;

/** CI systems set variables without a value to the empty text. */
function variable(variables: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = variables[name];
  return value === '' ? undefined : value;
}

/** @throws UsageError */
function dateIn(text: string | undefined): string | undefined {
  if (text === undefined || (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)))) return text;
  throw new UsageError(`--include-wip-pacts-since: expected a date such as 2026-01-31, found ${JSON.stringify(text)}`);
}

/** @throws UsageError */
function selectorsIn(text: string | undefined): BrokerOptions['selectors'] | undefined {
  if (text === undefined) return undefined;
  const selectors = parseJson(text);
  if (Array.isArray(selectors)) return selectors as NonNullable<BrokerOptions['selectors']>;
  throw new UsageError(
    `--consumer-version-selectors: expected a JSON list such as [{"mainBranch":true}], found ${text}`,
  );
}

/** The address in a flag, without a slash at its end. @throws UsageError */
export function addressIn(flag: string, url: string): string {
  return checkedUrl(flag, url, 'http://127.0.0.1:4010').replace(/(?<!\/)\/+$/, '');
}
