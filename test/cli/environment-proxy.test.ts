/** Proxies in the environment: no call to this machine goes through one, whether a command or its child makes it. */

import { expect, test } from 'vitest';
import { loopbackExceptions } from '../../src/common/platform/environment-proxy.js';

test('without a proxy, and with exceptions for every host, the environment of a command stays as it is', () => {
  expect(loopbackExceptions({ NO_PROXY: 'example.com' })).toEqual({});
  expect(loopbackExceptions({ ALL_PROXY: 'socks5://a', NO_PROXY: '*' })).toEqual({ no_proxy: '*', NO_PROXY: '*' });
});
