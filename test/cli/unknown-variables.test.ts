/** Environment variables that begin with `ID_EMULATOR_`, but are no settings. */

import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';

test.each(['start', 'env', 'judge'])('%s refuses a mistyped variable, with a suggestion', async (command) => {
  const { code, stdout, stderr } = await outcomeOf([command], { env: { ID_EMULATOR_PROT: '4711' } });
  expect(stderr).toMatch(
    /^id-emulator: there is no environment variable ID_EMULATOR_PROT; did you mean "ID_EMULATOR_PORT"\?[^\n]*\n$/,
  );
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test('a mistyped key of the config file gets a suggestion', async () => {
  await using folder = await temporaryFolder({ 'config.yaml': 'token-tll: 60\n' });
  const { code, stderr } = await outcomeOf(['env', '--config', `${folder.path}/config.yaml`]);
  expect(stderr).toMatch(/config\.yaml:1:\d+: token-tll: there is no such setting; did you mean "token-ttl"\?/);
  expect(code).toBe(2);
});
