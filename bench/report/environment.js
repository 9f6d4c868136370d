/** Where and with what was measured; nothing that names a machine. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { installed } from '../contestants/installed.js';

const PEERS = ['@stoplight/prism-cli', '@mockoon/cli', 'wiremock', 'express'];

/** @returns {Promise<{ date: string, node: string, java?: string, platform: string, processor: string, cpus: number, memory: number, versions: Record<string, string> }>} memory in bytes */
export async function environment() {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const peers = PEERS.map((name) => [name, installed(name)?.version]).filter(([, found]) => found !== undefined);
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    java: await javaVersion(),
    platform: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model ?? 'unknown',
    cpus: availableParallelism(),
    memory: totalmem(),
    versions: Object.fromEntries([['id-emulator', version], ...peers]),
  };
}

async function javaVersion() {
  try {
    const { stderr } = await promisify(execFile)('java', ['-version']);
    return /"(.+?)"/.exec(stderr)?.[1];
  } catch {
    return undefined;
  }
}
