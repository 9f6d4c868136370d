/** What the pages, the help texts and the hints tell people to type. */

import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';

/** Whatever a user may read, and the sources, which have the hints and the help texts. */
const FILES = globSync(
  ['*.{md,txt}', '{.github,docs,examples,scenarios,skills,spec,src}/**/*.{md,yml,yaml,ts,tsx,js,json}'],
  {
    dot: true,
    // The first says what becomes of the commands on the day the name is ours.
    ignore: ['docs/publishing.md', '**/{node_modules,dist}/**', '**/package-lock.json'],
  },
);

/** Commands that fetch the package by its name, which is not ours yet: whoever registers it would run code at our users'. */
const FETCHES = [
  /\bnpx (?:--yes |-y )?(?:id-emulator|@id-emulator\/\w+)\b/,
  /\bnpm (?:install|i|add|exec)\b[^`\n]* (?:id-emulator|@id-emulator\/\w+)(?![\w/.-])/,
  /\b(?:pnpm|yarn|bun)x? (?:add|dlx|install)?[^`\n]* ?(?:id-emulator|@id-emulator\/\w+)(?![\w/.-])/,
];

test('no page, help text or hint makes anybody fetch the package by its name', () => {
  const found = FILES.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        FETCHES.some((fetches) => fetches.test(line)) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
  expect(FILES).toEqual(expect.arrayContaining(['README.md', 'docs/install.md', 'skills/id-emulator/SKILL.md']));
  expect(found).toEqual([]);
});

test.each([
  ['npx id-emulator start', true],
  ['npm install --save-dev id-emulator', true],
  ['npm install --save-dev id-emulator @pact-foundation/pact', true],
  ['pnpm add -D id-emulator', true],
  ['npx --no-install id-emulator start', false],
  ['npm install --save-dev <path>/id-emulator-0.1.0.tgz', false],
])('%j: would fetch it: %j', (command, fetches) => {
  expect(FETCHES.some((pattern) => pattern.test(command))).toBe(fetches);
});
