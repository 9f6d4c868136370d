/** A folder whose files were damaged: nothing is missing without a word. */

import { randomBytes } from 'node:crypto';
import { open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { budget } from '../../budget.js';
import { outcomeOf } from '../../cli/id-emulator.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';

const quiet = { onWarning: () => undefined };

/** A folder with 61 sandboxes, some of them with many changes. */
async function fill(store: string): Promise<void> {
  await using emulator = await startEmulator({ store, population: 0 }, quiet);
  for (let at = 0; at < 60; at++) {
    const { clock } = emulator.sandbox({ name: `number ${at}`, labels: { filling: 'x'.repeat(200) } });
    for (let change = 0; change < (at % 3 === 0 ? 30 : 0); change++) clock.advance(1_000);
  }
}

/** Writes 200 random bytes into the log of the database. @param part where, from 0 to 1 */
async function damage(store: string, part: number): Promise<void> {
  const data = join(store, 'data');
  const log = (await readdir(data))
    .filter((name) => name.endsWith('.log'))
    .toSorted()
    .at(-1)!;
  await using file = await open(join(data, log), 'r+');
  const { size } = await file.stat();
  await file.write(randomBytes(200), 0, 200, Math.floor((size - 200) * part));
}

test.each(budget({ short: [0.5], long: [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1] }))(
  'a start with a log that is damaged at %d of it refuses and says what is lost',
  async (part) => {
    await using folder = await temporaryFolder();
    const store = join(folder.path, 'data');
    await fill(store);
    await damage(store, part);
    const flags = ['start', '--port', '0', '--log', 'silent', '--store', store];
    const refused = await outcomeOf(flags);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(
      new RegExp(
        `^id-emulator: the data of the folder ${store} are damaged: .*(sandboxes are there|writes after).*begin anew`,
      ),
    );
    expect(refused.stderr.trimEnd().split('\n')).toHaveLength(1);
  },
);

test.skipIf(process.platform !== 'linux')('a start with a log of which nothing can be read refuses', async () => {
  await using folder = await temporaryFolder();
  const store = join(folder.path, 'data');
  await (await startEmulator({ store }, quiet)).close();
  await damage(store, 0);
  await expect(startEmulator({ store }, quiet)).rejects.toThrow(
    /are damaged: 0 of 0 sandboxes are there, the last \d+ writes are missing/,
  );
});

test('a folder without the file that names its tables is refused, and a copy of the file makes it whole', async () => {
  await using folder = await temporaryFolder();
  const store = join(folder.path, 'data');
  await fill(store);
  const file = join(store, 'data', 'CURRENT');
  await rename(file, `${file}.copy`);
  await expect(startEmulator({ store }, quiet)).rejects.toThrow(`the folder ${store} cannot be opened`);
  await rename(`${file}.copy`, file);
  await using emulator = await startEmulator({ store }, quiet);
  expect(emulator.sandboxes()).toHaveLength(61);
});
