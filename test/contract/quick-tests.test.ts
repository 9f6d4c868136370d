/** Validators that are compiled ahead of time test the commonest conditions without regular expressions. */

import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { expect, test } from 'vitest';
import { withQuickTests } from '../../build/quick-tests.js';
import { ajvFor } from '../../src/contract/schema/schema-compiler.js';

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
