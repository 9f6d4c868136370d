/** Validators that are compiled ahead of time test the commonest conditions without regular expressions. */

import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { expect, test } from 'vitest';
import { withQuickTests } from '../../build/quick-tests.js';
import { ajvFor, contractFormats } from '../../src/contract/schema/schema-compiler.js';

const TEXTS = ['', '\0', 'a\0', 'a', '\n', 'Z', 'aZ', 'Zz', 'Z\n', '\u{1f600}', '\u{1f600}Z', '\ud800', '\ud800Z'];

test.each([{ pattern: '^[^\\u0000]+$' }, { pattern: 'Z$' }, { minLength: 1 }])(
  'the quick test of %j accepts and rejects the same texts',
  (condition) => {
    const ajv = ajvFor({ components: {} } as never, { code: { source: true } });
    const slow = ajv.compile({ type: 'string', ...condition });
    const code = withQuickTests(standaloneCode.default(ajv, slow));
    expect(code).not.toMatch(/new RegExp|func\d+\(/);
    const module: { exports?: (text: string) => boolean } = {};
    runInNewContext(code, { module, exports: {}, require: createRequire(import.meta.url) });
    for (const text of TEXTS) expect(module.exports!(text), JSON.stringify(text)).toBe(slow(text));
  },
);

test('the quick test of a time accepts and rejects the same days of every month', () => {
  const [quick, slow] = [contractFormats(fullFormats), fullFormats].map(
    (formats) => formats['date-time'] as { validate: (text: string) => boolean },
  );
  for (const year of [2023, 2024])
    for (let month = 0; month <= 13; month++)
      for (let day = 0; day <= 32; day++) {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T09:30:00.000Z`;
        expect(quick!.validate(text), text).toBe(slow!.validate(text));
      }
});
