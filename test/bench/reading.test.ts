/** The benchmark's parsers: command line, responses under load, reasons in the report. */

import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { readResponse } from '../../bench/load/read-response.js';
import { readOptions, UsageError } from '../../bench/options.js';
import { parseReasons } from '../../bench/report/reasons.js';

test.each([['--fast'], ['--only', 'nothing'], ['--only'], ['more']])(
  'the flags %s %s are refused in one line',
  (...args) => {
    expect(() => readOptions(args)).toThrow(UsageError);
    expect(() => readOptions(args)).toThrow(/^.+$/);
  },
);

test('a single measure can be selected', () => {
  expect(readOptions(['--quick', '--only', 'start'])).toEqual({ quick: true, measures: ['start'] });
});

test('a response is complete when its whole body has arrived', () => {
  const bytes = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n{  }');
  expect(readResponse(bytes.subarray(0, 20))).toBeUndefined();
  expect(readResponse(bytes.subarray(0, -1))).toBeUndefined();
  expect(readResponse(bytes)).toMatchObject({ status: 200 });
  expect(readResponse(bytes)!.body().toString()).toBe('{  }');
});

test('a chunked response is joined', () => {
  const bytes = Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{ \r\n3\r\n  }\r\n0\r\n\r\n');
  expect(readResponse(bytes.subarray(0, -1))).toBeUndefined();
  expect(readResponse(bytes)!.body().toString()).toBe('{   }');
});

test('a response without a length is rejected', () => {
  expect(() => readResponse(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))).toThrow('does not say how long it is');
});

test('reasons are read by the IDs of goals', () => {
  expect(parseReasons('Why.\n\n## one\n\nBecause.\n\n## two\nOf the\nrest.\n')).toEqual(
    new Map([
      ['one', 'Because.'],
      ['two', 'Of the\nrest.'],
    ]),
  );
});
