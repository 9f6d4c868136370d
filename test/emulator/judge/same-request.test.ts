/** Is it the same request? */

import { expect, test } from 'vitest';
import { requestAsSent, requestInAnyRun, requestOfClient } from '../../../src/emulator/judge/same-request.js';
import { journal, type Sketch } from './sketch.js';

const users: Sketch = { received: 0 };

/** Whether two requests are the same, as one client sent them, as anybody sent them, and in any run. */
function same(one: Sketch, other: Sketch): boolean[] {
  const [first, second] = journal(one, { ...other, received: 100 });
  return [requestOfClient, requestAsSent, requestInAnyRun].map((text) => {
    const found = text(first!);
    return found !== undefined && found === text(second!);
  });
}

test.each<[string, Sketch, Sketch, boolean[]]>([
  ['an equal request', users, users, [true, true, true]],
  ['one of another client', users, { ...users, client: 'other' }, [false, true, true]],
  [
    'one with its fields in another order',
    { ...users, query: 'a=1&b=2' },
    { ...users, query: 'b=2&a=1' },
    [false, false, true],
  ],
  ['one with another body', { ...users, body: { a: 1 } }, { ...users, body: { a: 2 } }, [false, false, false]],
  ['one for another link', { ...users, path: '/a/~seal~' }, { ...users, path: '/a/b~seal~' }, [false, false, true]],
  [
    'one with the same broken path',
    { ...users, path: '/a/100%zz' },
    { ...users, path: '/a/100%zz' },
    [true, true, true],
  ],
  [
    'one whose body was not read',
    { ...users, headers: [['content-length', '2']] },
    { ...users, headers: [['content-length', '2']] },
    [false, false, true],
  ],
])('%s', (_, one, other, expected) => {
  expect(same(one, other)).toEqual(expected);
});
