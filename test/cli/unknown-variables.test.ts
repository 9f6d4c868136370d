/** Environment variables that begin with `ID_EMULATOR_`, but are no settings. */

import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';
import { reporterVariables } from '../../src/audit/run/test-runners.js';
import { refuseUnknownVariables } from '../../src/cli/settings/known-variables.js';

test.each(['start', 'env', 'judge'])('%s refuses a mistyped variable, with a suggestion', async (command) => {
  const { code, stdout, stderr } = await outcomeOf([command], { env: { ID_EMULATOR_PROT: '4711' } });
  expect(stderr).toMatch(
    /^id-emulator: there is no environment variable ID_EMULATOR_PROT; did you mean "ID_EMULATOR_PORT"\?[^\n]*\n$/,
  );
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test('what Kubernetes sets for a service of that name is ignored, and said once', async () => {
  const env = {
    ID_EMULATOR_PORT: 'tcp://10.0.0.7:4010',
    ID_EMULATOR_PORT_4010_TCP_ADDR: '10.0.0.7',
    ID_EMULATOR_SERVICE_HOST: '10.0.0.7',
    ID_EMULATOR_SERVICE_PORT_HTTP: '4010',
  };
  const { code, stdout, stderr } = await outcomeOf(['env'], { env });
  expect(stderr.match(/ignored/g)).toHaveLength(1);
  expect(stdout).toContain('ID_EMULATOR_URL=http://127.0.0.1:4010\n');
  expect(code).toBe(0);
});

test('a mistyped key of the config file gets a suggestion', async () => {
  await using folder = await temporaryFolder({ 'config.yaml': 'token-tll: 60\n' });
  const { code, stderr } = await outcomeOf(['env', '--config', `${folder.path}/config.yaml`]);
  expect(stderr).toMatch(/config\.yaml:1:\d+: token-tll: there is no such setting; did you mean "token-ttl"\?/);
  expect(code).toBe(2);
});

test('what an audit gives the command is no unknown variable of the emulators that the command starts', () => {
  expect(() => refuseUnknownVariables(reporterVariables({}))).not.toThrow();
});
