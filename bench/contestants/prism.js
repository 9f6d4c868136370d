/** Prism, with the contract in which the answers stand as examples; or with values that it makes by the contract's schemas. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { pathTemplate } from '../questions/questions.js';
import { installed, notInstalled } from './installed.js';

const CONTRACT = new URL('../../spec/openapi.yaml', import.meta.url);

export function prism(folder, questions) {
  const found = installed('@stoplight/prism-cli');
  if (found === undefined) return notInstalled('Prism', '@stoplight/prism-cli');
  const file = join(folder, 'prism.json');
  writeFileSync(file, JSON.stringify(documentWith(questions)));
  return {
    name: `Prism ${found.version}`,
    does: 'validates the request, picks an example of the contract; for the mixture, makes up values by its schemas',
    isPeer: true,
    command: (port) => ({
      args: [found.bin, 'mock', '--host', '127.0.0.1', '--port', port, '--verboseLevel', 'silent', file],
    }),
    // The request header that selects an example of an operation.
    adapt: (question) => ({ ...question, headers: { ...question.headers, Prefer: `example=${question.id}` } }),
  };
}

/** For the mixture: random values for each request. */
export function dynamicPrism(folder) {
  const found = installed('@stoplight/prism-cli');
  if (found === undefined) return notInstalled('Prism', '@stoplight/prism-cli');
  const file = join(folder, 'prism.json');
  const document = parse(readFileSync(CONTRACT, 'utf8'));
  // Prism cannot make up a time that has a pattern, too.
  delete document.components.schemas.Timestamp.pattern;
  writeFileSync(file, JSON.stringify(document));
  return {
    name: `Prism ${found.version}`,
    isPeer: true,
    command: (port) => ({
      args: [found.bin, 'mock', '--dynamic', '--host', '127.0.0.1', '--port', port, '--verboseLevel', 'silent', file],
    }),
  };
}

function documentWith(questions) {
  const document = parse(readFileSync(CONTRACT, 'utf8'));
  for (const question of questions) {
    const { method, status, id, answer } = question;
    const operation = document.paths[pathTemplate(question)][method.toLowerCase()];
    const media = operation.responses[status].content['application/json'];
    media.examples = { ...(media.example === undefined ? media.examples : undefined), [id]: { value: answer } };
    delete media.example;
  }
  return document;
}
