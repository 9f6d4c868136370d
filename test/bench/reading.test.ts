/** What the benchmark reads: its command line, the answers under load, the reasons in its report. */

import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { readAnswer } from '../../bench/load/read-answer.js';
import { readOptions, UsageError } from '../../bench/options.js';
import { parseReasons } from '../../bench/report/reasons.js';

test.each([['--fast'], ['--only', 'nothing'], ['--only'], ['more']])(
  'the flags %s %s are refused in one line',
  (...args) => {
    expect(() => readOptions(args)).toThrow(UsageError);
    expect(() => readOptions(args)).toThrow(/^.+$/);
  },
);

test('one measure alone can be asked for', () => {
  expect(readOptions(['--quick', '--only', 'start'])).toEqual({ quick: true, measures: ['start'] });
});

test('an answer is complete when all of its body has come', () => {
  const bytes = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n{  }');
  expect(readAnswer(bytes.subarray(0, 20))).toBeUndefined();
  expect(readAnswer(bytes.subarray(0, -1))).toBeUndefined();
  expect(readAnswer(bytes)).toMatchObject({ status: 200 });
  expect(readAnswer(bytes)!.body().toString()).toBe('{  }');
});

test('an answer in chunks is put together', () => {
  const bytes = Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{ \r\n3\r\n  }\r\n0\r\n\r\n');
  expect(readAnswer(bytes.subarray(0, -1))).toBeUndefined();
  expect(readAnswer(bytes)!.body().toString()).toBe('{   }');
});

test('an answer that does not say how long it is is refused', () => {
  expect(() => readAnswer(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))).toThrow('does not say how long it is');
});

test('reasons stand under the IDs of goals', () => {
  expect(parseReasons('Why.\n\n## one\n\nBecause.\n\n## two\nOf the\nrest.\n')).toEqual(
    new Map([
      ['one', 'Because.'],
      ['two', 'Of the\nrest.'],
    ]),
  );
});
