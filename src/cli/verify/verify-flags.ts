/** The flags of `id-emulator verify`, and the options that follow from them. */

import { existsSync } from 'node:fs';
import { withoutUndefined, parseJson } from '../../common/json.js';
import { kebabCase } from '../../emulator/option-spec.js';
import { isUrl } from '../../pact/reading/find-pact-files.js';
import type { BrokerOptions } from '../../verify/broker/broker-options.js';
import type { VerificationProgress, VerifyOptions } from '../../verify/verify-options.js';
import { UsageError } from '../terminal/failure.js';
import { checkedUrl } from '../terminal/flags.js';
import type { FlagsOf } from '../settings/declared-command.js';
import { controlTokenOf, fromFlags, specsOf } from '../settings/settings.js';
import type { Terminal } from '../terminal/terminal.js';

export type VerifyFlags = FlagsOf<'verify'>;

/** The options of a verification. @throws UsageError if a flag has a wrong value, or contradicts another */
export function verifyOptionsIn(
  pacts: readonly string[],
  flags: VerifyFlags,
  broker: BrokerOptions | undefined,
  { environment, printError }: Terminal,
): VerifyOptions {
  refuseBesideEveryVariant(flags);
  const missing = flags.states?.find((file) => !existsSync(file));
  if (missing !== undefined) throw new UsageError(`--states: there is no file ${JSON.stringify(missing)}`);
  const { provider, consumer, description, state, strict, allowEmpty, states, revision, target, sendAsWritten } = flags;
  const { token, username, password } = credentialsIn(flags, environment);
  const { controlToken } = controlTokenOf(flags, environment);
  return {
    pacts,
    timeout: flags.timeout,
    onProgress: (progress) => printError(progressLine(progress)),
    ...fromFlags({ variant: flags.variant }, specsOf('variants')),
    ...(state === false && { noState: true }),
    ...withoutUndefined({
      provider,
      consumers: consumer,
      description,
      states,
      strict,
      allowEmpty,
      revision,
      sendAsWritten,
      controlToken,
      broker,
      state: state === false ? undefined : state,
      target: target === undefined ? undefined : addressIn('--target', target),
      // The credentials of a broker are not sent to other hosts.
      ...(broker === undefined && { urlToken: token, urlUsername: username, urlPassword: password }),
    }),
  };
}

function refuseBesideEveryVariant(flags: VerifyFlags): void {
  if (flags.everyVariant !== true) return;
  const needless = (['variant', 'strict', 'junit', 'publish'] as const).find((flag) => flags[flag] !== undefined);
  if (needless !== undefined)
    throw new UsageError(
      `--every-variant: expected nothing beside --${kebabCase(needless)}; it tries all variants, and prints text or --json`,
    );
}

function progressLine(progress: VerificationProgress): string {
  const { consumer, source, passed, failed, pending, notRun, done, total } = progress;
  const outcome = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(pending > 0 ? [`${pending} pending`] : []),
    ...(notRun === undefined ? [] : [`${notRun} not run`]),
  ].join(', ');
  return `[${done}/${total}] ${consumer} (${source}): ${outcome}\n`;
}

type BrokerFlags = Partial<VerifyFlags>;

/** The credentials for a broker and for pacts at URLs, from the flags or else from Pact's environment variables. */
function credentialsIn(
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
 * The broker to fetch pacts from, or to publish results to; undefined if there is none. A broker that only the
 * environment names is used if no pacts are given, or if a flag needs a broker. The URL of a pact also names its
 * broker.
 * @throws UsageError if an address is not valid, or a flag lacks another one that it requires
 */
export function brokerIn(
  flags: BrokerFlags,
  variables: NodeJS.ProcessEnv,
  pacts: readonly string[],
): BrokerOptions | undefined {
  const { publish, branch, buildUrl, consumerVersionSelectors, includePending, includeWipPactsSince, providerTags } =
    flags;
  const needsBroker = NEED_BROKER.find((name) => flags[name] !== undefined);
  const isWanted = pacts.length === 0 || needsBroker !== undefined;
  const unflagged = isWanted ? (variable(variables, BASE_URL) ?? brokerOf(pacts)) : undefined;
  const url = flags.brokerUrl ?? unflagged;
  if (url === undefined && needsBroker !== undefined)
    throw new UsageError(`--${kebabCase(needsBroker)} requires a broker; name it with --broker-url`);
  if (url === undefined) return undefined;

  // The URL of a pact, which may name the broker, requires no --provider.
  const source = flags.brokerUrl === undefined ? BASE_URL : '--broker-url';
  if (flags.provider === undefined && !pacts.some(isUrl))
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

/** The broker that has the pact of a webhook: everything before the path of its pacts. */
function brokerOf(pacts: readonly string[]): string | undefined {
  return pacts.find((pact) => isUrl(pact) && pact.includes('/pacts/'))?.split('/pacts/')[0];
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
function addressIn(flag: string, url: string): string {
  return checkedUrl(flag, url, 'http://127.0.0.1:4010').replace(/(?<!\/)\/+$/, '');
}
