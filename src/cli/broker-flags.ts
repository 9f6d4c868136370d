/** The flags of `id-emulator verify` about a Pact broker. */

import type { BrokerOptions } from '../verification/broker/broker-options.js';
import { UsageError } from './failure.js';
import { checkedUrl } from './flags.js';

/** The flags, as commander parses them. */
export interface BrokerFlags {
  readonly provider?: string;
  readonly brokerUrl?: string;
  readonly brokerToken?: string;
  readonly brokerUsername?: string;
  readonly brokerPassword?: string;
  readonly consumerVersionSelectors?: string;
  readonly publish?: string;
  readonly branch?: string;
  readonly buildUrl?: string;
}

/**
 * The broker that the flags, or else Pact's usual environment variables, name; undefined if none is named.
 * @throws UsageError if an address is not valid, or a flag requires another one
 */
export function brokerIn(flags: BrokerFlags, variables: NodeJS.ProcessEnv): BrokerOptions | undefined {
  const {
    brokerUrl: url,
    brokerToken: token = variables['PACT_BROKER_TOKEN'],
    brokerUsername: username = variables['PACT_BROKER_USERNAME'],
    brokerPassword: password = variables['PACT_BROKER_PASSWORD'],
  } = flags;
  const { publish, branch, buildUrl, consumerVersionSelectors } = flags;
  if (url === undefined) {
    const needy = Object.entries({
      publish,
      'consumer-version-selectors': consumerVersionSelectors,
      branch,
      'build-url': buildUrl,
    }).find(([, value]) => value !== undefined);
    if (needy !== undefined) throw new UsageError(`--${needy[0]} requires a broker; name it with --broker-url`);
    return undefined;
  }
  if (flags.provider === undefined)
    throw new UsageError('--broker-url requires --provider: a broker lists pacts by provider');
  return {
    url: addressIn('--broker-url', url),
    ...(token !== undefined && { token }),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(consumerVersionSelectors !== undefined && { selectors: selectorsIn(consumerVersionSelectors) }),
    ...(publish !== undefined && {
      publish: {
        providerVersion: publish,
        ...(branch !== undefined && { branch }),
        ...(buildUrl !== undefined && { buildUrl }),
      },
    }),
  };
}

function selectorsIn(text: string): NonNullable<BrokerOptions['selectors']> {
  try {
    const selectors = JSON.parse(text) as unknown;
    if (Array.isArray(selectors)) return selectors as NonNullable<BrokerOptions['selectors']>;
  } catch {
    // Reported below.
  }
  throw new UsageError(
    `--consumer-version-selectors: expected a JSON list such as [{"mainBranch":true}], found ${text}`,
  );
}

/** The address in a flag, without a slash at its end. @throws UsageError */
export function addressIn(flag: string, url: string): string {
  return checkedUrl(flag, url, 'http://127.0.0.1:4010').replace(/(?<!\/)\/+$/, '');
}
