/** Proxies in the environment: no call to this machine goes through one, whether a command or its child makes it. */

import { expect, test } from 'vitest';
import { loopbackExceptions } from '../../src/common/platform/environment-proxy.js';

test('without a proxy, and with exceptions for every host, the environment of a command stays as it is', () => {
  expect(loopbackExceptions({ NO_PROXY: 'example.com' })).toEqual({});
  expect(loopbackExceptions({ ALL_PROXY: 'socks5://a', NO_PROXY: '*' })).toEqual({ no_proxy: '*', NO_PROXY: '*' });
});

test('Java, too, reaches this machine directly, beside the hosts of its own list', () => {
  const options = '-Dhttp.proxyHost=proxy.example -Dhttp.nonProxyHosts=*.example.com -Xmx1g';
  expect(loopbackExceptions({ JAVA_TOOL_OPTIONS: options })).toEqual({
    JAVA_TOOL_OPTIONS:
      '-Dhttp.proxyHost=proxy.example -Dhttp.nonProxyHosts=localhost|*.localhost|127.*|[::1]|*.example.com -Xmx1g',
  });
  expect(loopbackExceptions({ JAVA_TOOL_OPTIONS: '-Xmx1g' })).toEqual({});
});
