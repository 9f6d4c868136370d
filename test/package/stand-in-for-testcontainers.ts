/** A package in the place of `testcontainers`, for machines without Docker: its containers are processes of the command. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** It does what the real package does with the calls of `id-emulator/testcontainers`, except that it has no image. */
const SOURCE = `
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export const Wait = { forHttp: (path, port) => ({ path, port, forStatusCode(status) { return { ...this, status }; } }) };

export class GenericContainer {
  environment = {};
  copied = [];
  constructor(image) { this.image = image; }
  withExposedPorts(...ports) { this.ports = ports; return this; }
  withWaitStrategy(strategy) { this.strategy = strategy; return this; }
  withEnvironment(environment) { Object.assign(this.environment, environment); return this; }
  withCopyFilesToContainer(files) { this.copied.push(...files); return this; }
  withCopyDirectoriesToContainer(directories) { this.copied.push(...directories); return this; }
  async start() {
    const outside = (value) => this.copied.find(({ target }) => target === value)?.source ?? value;
    const settings = Object.fromEntries(Object.entries(this.environment).map(([name, value]) => [name, outside(value)]));
    const env = { ...process.env, ...settings, ID_EMULATOR_PORT: '0' };
    const process_ = spawn(process.execPath, ['node_modules/id-emulator/dist/cli/main.js', 'start', '--log', 'json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(process_.stdout.setEncoding('utf8'), 'data');
    const { url } = JSON.parse(line.split('\\n')[0]);
    const { status } = await fetch(url + this.strategy.path);
    if (status !== this.strategy.status || this.strategy.port !== this.ports[0]) throw new Error('the container is not ready');
    return { url: new URL(url), process: process_, image: this.image, copied: this.copied.map(({ source }) => source).join() };
  }
}

export class AbstractStartedContainer {
  constructor(started) { Object.assign(this, started); }
  getHost() { return this.url.hostname; }
  getMappedPort(port) { if (port !== 4010) throw new Error('the port ' + port + ' is not exposed'); return Number(this.url.port); }
  async stop() { this.process.kill(); await once(this.process, 'exit'); }
}
`;

/** Writes the package to a folder. */
export async function standInForTestcontainers(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'package.json'),
    '{ "name": "testcontainers", "type": "module", "exports": "./index.js" }\n',
  );
  await writeFile(join(folder, 'index.js'), SOURCE);
}
