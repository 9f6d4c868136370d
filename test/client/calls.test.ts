/** What calls get, and how many requests they take: the YAML documents beside this file. */

import { pathToFileURL } from 'node:url';
import { globSync } from 'tinyglobby';
import { testCalls } from './written-calls.js';

for (const document of globSync('*.yaml', { cwd: import.meta.dirname, absolute: true }).toSorted())
  testCalls(pathToFileURL(document));
