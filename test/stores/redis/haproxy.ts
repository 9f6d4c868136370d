/** HAProxy with the configuration of `deploy/haproxy.cfg`, in front of replicas on this machine. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../cli/ports.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';

const CONFIGURATION = new URL('../../../deploy/haproxy.cfg', import.meta.url);

/** Whether it is installed: `apt-get install -y haproxy`. */
export const HAS_HAPROXY = spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0;

export interface RunningProxy extends AsyncDisposable {
  /** Scheme, host and port. */
  readonly url: string;
}

/** @param urls of the replicas */
export async function startHaproxy(urls: readonly string[]): Promise<RunningProxy> {
  const port = await freePort();
  const given = await readFile(CONFIGURATION, 'utf8');
  const servers = urls.map((url, at) => `  server emulator${at + 1} ${new URL(url).host}`);
  const lines = given.replace('bind :4010', `bind 127.0.0.1:${port}`).trimEnd().split('\n');
  const folder = await temporaryFolder();
  const file = join(folder.path, 'haproxy.cfg');
  await writeFile(file, `${[...lines.slice(0, -1), ...servers].join('\n')}\n`);
  const haproxy = spawn('haproxy', ['-f', file, '-db'], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isUp(url))) await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      const ended = once(haproxy, 'exit');
      haproxy.kill('SIGKILL');
      await ended;
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function isUp(url: string): Promise<boolean> {
  const response = await fetch(`${url}/_emulator/health/live`).catch(() => undefined);
  return response?.status === 200;
}
