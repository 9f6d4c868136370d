/** What `id-emulator` prints, and how it exits: the YAML documents beside this file. */

import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { globSync } from 'tinyglobby';
import { shippedVariants, variants } from '../../src/start/shipped.js';
import { testCommandLines } from '../command-lines.js';
import { pactV2, usersInteraction } from '../pact/pact-documents.js';
import { PROJECT } from '../project.js';
import { WITH_QUICK_FETCH } from '../quick-fetch.js';

const PKCS8 = { type: 'pkcs8', format: 'pem' } as const;
const PACKAGE = join(PROJECT, 'package.json');
const PACT = pactV2([usersInteraction(200)]);
const LEVELS = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at}, `.repeat(9)}]`);
const SCENARIO_FILES = readdirSync(join(PROJECT, 'scenarios'));

const values = {
  project: PROJECT,
  node: process.execPath,
  quickFetch: WITH_QUICK_FETCH,
  package: PACKAGE,
  version: (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly version: string }).version,
  key: generateKeyPairSync('ed25519').privateKey.export(PKCS8),
  weakKey: generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export(PKCS8),
  // Aliases that multiply: nine to the ninth.
  bomb: `l0: &l0 [0]\n${LEVELS.join('\n')}\nparties: []\n`,
  // `variant` has no file: it is generated from the contract.
  scenarios: [...SCENARIO_FILES.map((file) => file.replace('.yaml', '')), 'variant'].toSorted().join(', '),
  pact: PACT,
  cutPact: PACT.slice(0, 100),
  emptyPact: pactV2([]),
  variantPoints: shippedVariants().length,
  variants: variants().length,
};

for (const document of globSync('*.yaml', { cwd: import.meta.dirname, absolute: true }).toSorted())
  testCommandLines(pathToFileURL(document), values);
