/**
 * Verifies pacts with Pact's own `Verifier`, in a process of its own: it prints much, directly to standard output.
 * The argument is a file with the jobs as JSON; in their place it writes which interactions failed.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { Verifier } from '@pact-foundation/pact';
import { findRemoteSandbox, stateHandlers, verifierOptions } from 'id-emulator/pact';

const [, , file] = process.argv;
const { url, jobs } = JSON.parse(readFileSync(file, 'utf8'));
const results = {};
for (const { name, sandbox: id, pact, handlersAlone } of jobs) {
  const sandbox = await findRemoteSandbox({ url }, id);
  const options = handlersAlone
    ? { providerBaseUrl: url, stateHandlers: stateHandlers(sandbox) }
    : verifierOptions(sandbox);
  writeFileSync(`${file}-pact.json`, JSON.stringify(pact));
  results[name] = await failedIn({
    ...options,
    provider: 'identity',
    pactUrls: [`${file}-pact.json`],
    logLevel: 'error',
  });
}
writeFileSync(file, JSON.stringify(results));

async function failedIn(options) {
  try {
    await new Verifier(options).verifyProvider();
    return [];
  } catch (error) {
    return JSON.parse(error.message).errors.map(({ interaction }) => /interaction \d+$/.exec(interaction)[0]);
  }
}
