import { expect, test } from 'vitest';
import { SearchBox } from './search-box';
import { openService } from './service';

test('finds a person by name', async () => {
  const box = new SearchBox(await openService());
  await box.type('alice');
  expect(box.rows[0].email).toBe('alice.archer@example.com');
  expect(box.busy).toBe(false);
});

test('shows what the last text finds, however fast one types', async () => {
  const box = new SearchBox(await openService());
  await Promise.all([box.type('al'), box.type('nina.novak')]);
  expect(box.text).toBe('nina.novak');
  expect(new Set(box.rows.map(({ email }) => email))).toEqual(new Set(['nina.novak@example.com']));
});

test('an empty box shows nothing', async () => {
  const box = new SearchBox(await openService());
  await box.type('');
  expect(box.rows).toEqual([]);
});
