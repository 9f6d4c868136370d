/** The flags of `id-emulator verify`, and the options that they mean. */

import { withoutUndefined } from '../../common/json.js';
import { parseChoices } from '../../contract/variants/choose-variants.js';
import { kebabCase } from '../../emulator/option-spec.js';
import type { VariantChoices } from '../../contract/variants/variant-point.js';
import type { BrokerOptions } from '../../verify/broker/broker-options.js';
import type { VerificationProgress, VerifyOptions } from '../../verify/verify-options.js';
import { addressIn, credentialsIn, type BrokerFlags } from './broker-flags.js';
import { UsageError } from '../terminal/failure.js';
import { checkedNumber } from '../terminal/flags.js';
import { controlTokenOf } from '../settings/settings.js';
import type { Terminal } from '../terminal/terminal.js';

/** The flags, as commander parses them. */
export interface VerifyFlags extends BrokerFlags {
  readonly consumer?: readonly string[];
  readonly description?: string;
  /** False for `--no-state`. */
  readonly state?: string | false;
  readonly strict?: boolean;
  readonly allowEmpty?: boolean;
  readonly states?: readonly string[];
  readonly revision?: string;
  readonly variant?: string;
  readonly everyVariant?: boolean;
  readonly target?: string;
  readonly controlToken?: string;
  readonly sendAsWritten?: boolean;
  readonly timeout: string;
  readonly writeGuesses?: string;
  readonly guesses?: string;
  readonly json?: boolean;
  readonly junit?: string;
  readonly html?: string;
}

/** The options of a verification. @throws UsageError if a flag has a wrong value, or contradicts another */
export function verifyOptionsIn(
  pacts: readonly string[],
  flags: VerifyFlags,
  broker: BrokerOptions | undefined,
  { environment, printError }: Terminal,
): VerifyOptions {
  refuseBesideEveryVariant(flags);
  const isWhole = (value: number): boolean => Number.isInteger(value) && value > 0;
  const { provider, consumer, description, state, strict, allowEmpty, states, revision, target, sendAsWritten } = flags;
  const { token, username, password } = credentialsIn(flags, environment);
  const { controlToken } = controlTokenOf(flags, environment);
  return {
    pacts,
    timeout: checkedNumber('--timeout', flags.timeout, 'a whole number of milliseconds', isWhole),
    onProgress: (progress) => {
      printError(progressLine(progress));
    },
    onVariedRuns: ({ done, total }) => {
      printError(`in variants: ${done} of ${total} runs\n`);
    },
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
      variants: variantsIn(flags.variant),
      target: target === undefined ? undefined : addressIn('--target', target),
      // The credentials of a broker are not sent to other hosts.
      ...(broker === undefined && { urlToken: token, urlUsername: username, urlPassword: password }),
    }),
  };
}

function refuseBesideEveryVariant(flags: VerifyFlags): void {
  if (flags.everyVariant !== true) return;
  const needless = (['variant', 'strict', 'guesses', 'writeGuesses', 'junit', 'html', 'publish'] as const).find(
    (flag) => flags[flag] !== undefined,
  );
  if (needless !== undefined)
    throw new UsageError(
      `--every-variant: expected nothing beside --${kebabCase(needless)}; it tries all variants, and prints text or --json`,
    );
}

/** @throws UsageError if the text is not a list of pairs */
function variantsIn(text: string | undefined): VariantChoices | undefined {
  if (text === undefined) return undefined;
  const choices = parseChoices(text);
  if (choices === undefined)
    throw new UsageError(
      `--variant: expected pairs as in error-body=problem,max-limit=20, found ${JSON.stringify(text)}`,
    );
  return choices;
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
