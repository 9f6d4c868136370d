import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PatchedList } from '../../../src/emulator/domain/world/patched-list.js';

test('a patched list equals the list after the removals and insertions', () => {
  const cases = fc.nat(20).chain((length) =>
    fc.record({
      length: fc.constant(length),
      removed: length === 0 ? fc.constant<number[]>([]) : fc.uniqueArray(fc.nat(length - 1)),
      inserted: fc.array(fc.record({ position: fc.nat(length), item: fc.string() }), { maxLength: 8 }),
    }),
  );
  fc.assert(
    fc.property(cases, ({ length, removed, inserted }) => {
      const list = new PatchedList<string>({ length, at: (position) => `#${position}` }, removed, inserted);
      const expected: string[] = [];
      for (let position = 0; position <= length; position++) {
        expected.push(...inserted.filter((insertion) => insertion.position === position).map(({ item }) => item));
        if (position < length && !removed.includes(position)) expected.push(`#${position}`);
      }
      expect(list.length).toBe(expected.length);
      expect(list.slice(0, list.length + 3)).toEqual(expected);
      expect(list.slice(3, 4)).toEqual(expected.slice(3, 7));
    }),
    { seed: 20_261_123 },
  );
});
