/** Bytes that are nearly a request, or several. */

import type { Draw } from './draw.js';
import type { FuzzRequest } from './transport.js';

export function malformedBytes(request: FuzzRequest, draw: Draw): Buffer {
  const { method, target, headers, body = Buffer.alloc(0) } = request;
  const fields = headers.map(([name, value]) => `${name}: ${value}`);
  const length = `Content-Length: ${body.length}`;
  const close = 'Connection: close';
  const message = (line: string, lines: readonly string[], content = body): Buffer =>
    Buffer.concat([Buffer.from(`${[line, ...lines].join('\r\n')}\r\n\r\n`, 'latin1'), content]);
  const line = `${method} ${target} HTTP/1.1`;
  const good = [...fields, length, close];
  const whole = message(line, good);
  const at = draw.below(whole.length + 1);
  return draw.weighted<Buffer>([
    [4, () => whole],
    [3, () => whole.subarray(0, at)],
    [3, () => Buffer.concat([whole.subarray(0, at), Buffer.from([draw.below(256)]), whole.subarray(at + 1)])],
    [2, () => message(`${method} ${target} HTTP/${draw.of(['1.0', '0.9', '9.9', '2.0', 'x'])}`, good)],
    [2, () => message(`${draw.of(['BREW', 'get', 'CONNECT', 'PRI', '', 'G\u0000T'])} ${target} HTTP/1.1`, good)],
    [2, () => message(`${method} ${draw.of(['*', 'http://127.0.0.1', '?', '#', 'x'])}${target} HTTP/1.1`, good)],
    [2, () => message(`${method} ${target}${draw.of(['é', '\u0001', ' x', '\t', '#x'])} HTTP/1.1`, good)],
    [1, () => message(`${method} ${target}`, good)],
    [
      1,
      () =>
        message(
          line,
          good.filter((field) => !field.startsWith('Host:')),
        ),
    ],
    [2, () => message(line, [...good, draw.of(['Host: other', length, 'Content-Length: -1', 'Content-Length: 1e3'])])],
    [2, () => message(line, [...good, 'Transfer-Encoding: chunked'])],
    [3, () => message(line, [...fields, close, 'Transfer-Encoding: chunked'], chunks(body, draw))],
    [1, () => message(line, [...good, `X-Padding: ${'x'.repeat(20_000)}`])],
    [1, () => message(line, [...good, ...Array.from({ length: 3_000 }, (_, number) => `A${number}: b`)])],
    [
      2,
      () =>
        message(line, [
          ...good,
          draw.of(['No colon', ': empty', 'A b: c', 'A: \u0000', ' folded', 'A:\u007f', 'A:\nB: c']),
        ]),
    ],
    [
      2,
      () =>
        message(line, [
          ...good,
          draw.of(['Expect: 100-continue', 'Expect: more', 'Upgrade: h2c', 'Connection: upgrade']),
        ]),
    ],
    [1, () => Buffer.from(`${[line, ...good].join('\n')}\n\n`, 'latin1')],
    [1, () => message(line, [...fields, `Content-Length: ${body.length + 10}`, close])],
    [2, () => Buffer.concat([message(line, [...fields, length]), message(line, good)])],
    [1, () => Buffer.from(Array.from({ length: draw.below(300) }, () => draw.below(256)))],
  ]);
}

function chunks(body: Buffer, draw: Draw): Buffer {
  const size = body.length.toString(16);
  const [head, tail] = draw.of([
    [`${size}\r\n`, '\r\n0\r\n\r\n'],
    [`${size};name="value"\r\n`, '\r\n0\r\nTrailer: x\r\n\r\n'],
    [`${size}\r\n`, '\r\n'],
    ['zz\r\n', '\r\n0\r\n\r\n'],
    ['ffffffffffffffff\r\n', '\r\n0\r\n\r\n'],
    [`${size};${'x'.repeat(20_000)}\r\n`, '\r\n0\r\n\r\n'],
    ['-1\r\n', '\r\n0\r\n\r\n'],
  ] as const);
  return Buffer.concat([Buffer.from(head), body, Buffer.from(tail)]);
}
