/** The flags of `id-emulator verify`, and the options that follow from them. */

import { withoutUndefined, parseJson } from '../../common/json.js';
import { kebabCase } from '../../emulator/option-spec.js';
import { isUrl } from '../../pact/reading/find-pact-files.js';
import type { BrokerOptions } from '../../verify/broker/broker-options.js';
import type { VerificationProgress, VerifyOptions } from '../../verify/verify-options.js';
import { UsageError } from '../terminal/failure.js';
import { checkedUrl } from '../terminal/flags.js';
import { USUAL_URL } from '../settings/consumer-variables.js';
import type { FlagsOf } from '../settings/declared-command.js';
import { fromFlags, specsOf } from '../settings/settings.js';
import type { Terminal } from '../terminal/terminal.js';

export type VerifyFlags = FlagsOf<'verify'>;

/** The options of a verification. @throws UsageError if a flag has a wrong value, or contradicts another */
export function verifyOptionsIn(
  pacts: readonly string[],
  flags: VerifyFlags,
  broker: BrokerOptions | undefined,
  { printError }: Pick<Terminal, 'printError'>,
): VerifyOptions {
  refuseBesideEveryVariant(flags);

  const { consumer: consumers, description, state, provider, states, strict, allowEmpty } = flags;
  const { revision, sendAsWritten, controlToken, target, timeout } = flags;
  const { brokerToken: urlToken, brokerUsername: urlUsername, brokerPassword: urlPassword } = flags;

  const variants = fromFlags({ variant: flags.variant }, specsOf('variants'));
  const address = target === undefined ? undefined : addressIn('--target', target);
  // `--no-state` sets the flag to false.
  const stateFilter = state === false ? { noState: true } : withoutUndefined({ state });
  // The credentials of a broker are not sent to other hosts.
  const credentials = broker === undefined ? withoutUndefined({ urlToken, urlUsername, urlPassword }) : {};

  return {
    pacts,
    timeout,
    onProgress: (progress) => printError(progressLine(progress)),
    ...variants,
    ...stateFilter,
    ...withoutUndefined({ target: address, consumers, description, provider, states, strict, allowEmpty }),
    ...withoutUndefined({ revision, sendAsWritten, controlToken, broker }),
    ...credentials,
  };
}

/** @throws UsageError if `--every-variant` has a flag beside it that is about one verification */
function refuseBesideEveryVariant(flags: VerifyFlags): void {
  if (flags.everyVariant !== true) return;

  const other = (['variant', 'strict', 'junit', 'publish'] as const).find((flag) => flags[flag] !== undefined);
  if (other !== undefined)
    throw new UsageError(
      `--every-variant: expected nothing beside --${kebabCase(other)}; it tries all variants, and prints text or --json`,
    );
}

/** The line about a pact that has been verified. */
function progressLine(progress: VerificationProgress): string {
  const { consumer, source, passed, failed, pending, notRun, done, total } = progress;
  const numbers = [`${passed} passed`];
  if (failed > 0) numbers.push(`${failed} failed`);
  if (pending > 0) numbers.push(`${pending} pending`);
  if (notRun !== undefined) numbers.push(`${notRun} not run`);

  return `[${done}/${total}] ${consumer} (${source}): ${numbers.join(', ')}\n`;
}

/**
 * The broker to fetch pacts from, or to publish results to; undefined if there is none. `--broker-url` names it. If the
 * flag is absent, the environment or the URL of a pact may name it. Such a broker is used only if no pacts are given,
 * or if another flag needs a broker.
 * @throws UsageError if an address is not valid, or a flag lacks another one that it requires
 */
export function brokerIn(
  flags: Partial<VerifyFlags>,
  variables: NodeJS.ProcessEnv,
  pacts: readonly string[],
): BrokerOptions | undefined {
  const { publish, branch, buildUrl, consumerVersionSelectors, includePending } = flags;
  const { includeWipPactsSince, providerTags, brokerToken: token, brokerUsername: username } = flags;

  // Where the broker is.
  const brokerFlag = BROKER_FLAGS.find((name) => flags[name] !== undefined);
  const isWanted = pacts.length === 0 || brokerFlag !== undefined;
  // CI systems set variables without a value to the empty text.
  const { [BASE_URL]: variable = '' } = variables;
  const impliedUrl = variable === '' ? brokerOfPacts(pacts) : variable;
  const url = flags.brokerUrl ?? (isWanted ? impliedUrl : undefined);

  if (url === undefined && brokerFlag !== undefined)
    throw new UsageError(`--${kebabCase(brokerFlag)} requires a broker; name it with --broker-url`);
  if (url === undefined) return undefined;

  // The URL of a pact, which may name the broker, requires no --provider.
  const source = flags.brokerUrl === undefined ? BASE_URL : '--broker-url';
  if (flags.provider === undefined && !pacts.some(isUrl))
    throw new UsageError(`${source} requires --provider: a broker lists pacts by provider`);

  if (buildUrl !== undefined && publish === undefined)
    throw new UsageError('--build-url requires --publish: the broker shows it beside published results');

  // A tag from a variable without a value is empty.
  const branchAndTags = withoutUndefined({ branch, tags: providerTags?.filter((name) => name !== '') });
  const broker = {
    url: addressIn(source, url),
    ...branchAndTags,
    ...withoutUndefined({ token, username, password: flags.brokerPassword }),
    ...withoutUndefined({ selectors: selectorsIn(consumerVersionSelectors), includePending }),
    ...withoutUndefined({ includeWipPactsSince: dateIn(includeWipPactsSince) }),
  };

  if (publish === undefined) return broker;

  return { ...broker, publish: { ...branchAndTags, ...withoutUndefined({ buildUrl }), providerVersion: publish } };
}

/** The broker that has the pact at a URL: everything before `/pacts/`. */
function brokerOfPacts(pacts: readonly string[]): string | undefined {
  return pacts.find((pact) => isUrl(pact) && pact.includes('/pacts/'))?.split('/pacts/')[0];
}

/** The variable with the address of a broker that the tools of Pact read, too. */
const BASE_URL = 'PACT_BROKER_BASE_URL';

/** The flags that have no effect without a broker. */
const BROKER_FLAGS = [
  'publish',
  'consumerVersionSelectors',
  'includePending',
  'includeWipPactsSince',
  'branch',
  'providerTags',
  'buildUrl',
] as const;

/** The date in the flag, checked before anything is fetched. @throws UsageError if the text is no date */
function dateIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;

  const isDate = /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text));
  if (isDate) return text;

  throw new UsageError(`--include-wip-pacts-since: expected a date such as 2026-01-31, found ${JSON.stringify(text)}`);
}

/** The selectors in the flag. The broker checks what is in the list. @throws UsageError if it is no list in JSON */
function selectorsIn(text: string | undefined): BrokerOptions['selectors'] | undefined {
  if (text === undefined) return undefined;

  const selectors = parseJson(text);
  if (Array.isArray(selectors)) return selectors as NonNullable<BrokerOptions['selectors']>;

  throw new UsageError(
    `--consumer-version-selectors: expected a JSON list such as [{"mainBranch":true}], found ${text}`,
  );
}

/** The address in a flag, without slashes at its end. @throws UsageError if it is no HTTP address */
function addressIn(flag: string, url: string): string {
  // Without the lookbehind, the pattern would be tried again from each of many slashes, and take quadratic time.
  return checkedUrl(flag, url, USUAL_URL).replace(/(?<!\/)\/+$/, '');
}
