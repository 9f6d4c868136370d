/** Text from pacts, bodies and file names cannot steer the terminal or the CI system that shows the output of a command. */

import { expect, test } from 'vitest';
import { pactV2, usersInteraction } from '../pact/pact-documents.js';
import { spawnedEmulator } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';

const HOSTILE = '\u001b[2J\n::error::done\n##vso[task.complete]';

/** What a terminal or a CI system would obey. */
// eslint-disable-next-line no-control-regex
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|^[ \t]*::|##(?:vso|teamcity)?\[/m;

test.each([['--json'], []])(
  'a report of hostile pacts is harmless, and its data is complete (%s)',
  async (...flags) => {
    const pact = pactV2([usersInteraction(418, { description: HOSTILE })], { consumer: HOSTILE });
    await using folder = await temporaryFolder({ 'a.json': pact });
    await using command = spawnedEmulator(['verify', `${folder.path}/a.json`, ...flags]);
    const { stdout, stderr } = await command.ended;
    expect(stdout + stderr).not.toMatch(OBEYED);
    if (flags.length > 0) expect(JSON.parse(stdout)).toMatchObject({ pacts: [{ consumer: HOSTILE }] });
    else expect(stdout).toContain(String.raw`\u001b[2J`);
  },
);
