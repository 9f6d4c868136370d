/** The space that V8 keeps for young objects in the process of the built command. */

import { expect, test } from 'vitest';
import { readyLine, spawnedEmulator } from './id-emulator.js';

const MEGABYTE = 1_048_576;
/** On SIGUSR2 makes objects, of which some live for a while as those of requests do; then tells the size of the space. */
const BUSY = `data:text/javascript,${encodeURIComponent(`
import { getHeapSpaceStatistics } from 'node:v8';
const recent = [];
let made = 0;
function makeObjects() {
  for (const end = made + 20_000; made < end; made++) recent[made % 20_000] = { made, text: 'number ' + made };
  if (made < 12_000_000) {
    setImmediate(makeObjects);
    return;
  }
  const { space_size: size } = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  process.stderr.write('young bytes: ' + size + '\\n');
}
process.once('SIGUSR2', makeObjects);`)}`;

/** The size of the space in a busy process, in bytes. */
async function youngBytes(options = ''): Promise<number> {
  await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json'], {
    env: { NODE_OPTIONS: `${options} --import ${BUSY}` },
  });
  await readyLine(command);
  process.kill(command.pid, 'SIGUSR2');
  const told = await command.printedError(/young bytes: \d+/);
  return Number(told.split(' ').at(-1));
}

test('the space for young objects grows to 8 MiB at the most', async () => {
  expect(await youngBytes()).toBeLessThanOrEqual(8 * MEGABYTE);
});

test('the space for young objects is as large as an option of Node.js lets it be', async () => {
  expect(await youngBytes('--max-semi-space-size=32')).toBeGreaterThan(8 * MEGABYTE);
});
