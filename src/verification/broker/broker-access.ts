/** Where a broker is, and what it is shown. */

import { BrokerError } from './broker-error.js';
import type { BrokerOptions } from './broker-options.js';

export interface BrokerAccess {
  /** Without user and password. */
  readonly url: string;
  /** The value of the `Authorization` header. */
  readonly authorization: string | undefined;
}

/** @throws BrokerError where the address is none */
export function brokerAccess({ url, token, username, password }: BrokerOptions): BrokerAccess {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  // What cannot be read may have a password in it all the same, so it is not told.
  if (address === undefined)
    throw new BrokerError('the address of the broker cannot be read; it has to be like https://broker.example');
  const user = username ?? decoded(address.username);
  const secret = password ?? decoded(address.password);
  address.username = '';
  address.password = '';
  if (!/^https?:$/.test(address.protocol))
    throw new BrokerError(`the address of the broker has to start with http:// or https://, but is ${address.href}`);
  return { url: address.href.replace(/\/+$/, ''), authorization: authorization({ token, user, secret }) };
}

function authorization({
  token,
  user,
  secret,
}: {
  token: string | undefined;
  user: string;
  secret: string;
}): string | undefined {
  if (token !== undefined) return `Bearer ${token}`;
  return user === '' ? undefined : `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
}

/** Somebody may have written a password with a `%` in it as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
