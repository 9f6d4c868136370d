/**
 * WireMock, with a stub for each question and without its journal; or with one for each kind of question, which fills the
 * party in the path into the answer.
 */

import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pathTemplate } from '../questions/questions.js';
import { installed, notInstalled } from './installed.js';
import { withAskedParty } from './with-asked-party.js';

/** @param {boolean} [byTemplate] whether a question stands for all of its kind */
export async function wireMock(folder, questions, byTemplate = false) {
  const found = installed('wiremock');
  if (found === undefined) return notInstalled('WireMock', 'wiremock');
  if (!(await hasJava())) return 'WireMock: skipped, there is no Java on this machine';
  const jars = join(found.folder, 'build');
  const jar = readdirSync(jars).find((name) => name.endsWith('.jar'));
  const root = join(folder, 'wiremock');
  const mappings = questions.map(byTemplate ? templateFor : stubFor);
  mkdirSync(join(root, 'mappings'), { recursive: true });
  writeFileSync(join(root, 'mappings', 'questions.json'), JSON.stringify({ mappings }));
  return {
    name: `WireMock ${found.version}`,
    does: 'matches a stub, fills in a template for the mixture; its journal is off',
    isPeer: true,
    // The package's own command would start Node first.
    command: (port) => ({
      program: 'java',
      args: [
        '-jar',
        join(jars, jar),
        '--bind-address',
        '127.0.0.1',
        '--port',
        port,
        '--root-dir',
        root,
        '--no-request-journal',
        '--disable-banner',
      ],
    }),
  };
}

function stubFor({ method, path, status, answer }) {
  return {
    request: { method, url: path },
    response: { status, body: JSON.stringify(answer), headers: { 'Content-Type': 'application/json; charset=utf-8' } },
  };
}

function templateFor(question) {
  const { method, path, status } = question;
  const query = [...new URLSearchParams(path.split('?')[1])];
  const stub = stubFor({ ...question, path, status, answer: withAskedParty(question, '{{request.path.partyId}}') });
  return {
    request: {
      method,
      urlPathTemplate: pathTemplate(question),
      ...(query.length > 0 && {
        queryParameters: Object.fromEntries(query.map(([name, value]) => [name, { equalTo: value }])),
      }),
    },
    response: { ...stub.response, transformers: ['response-template'] },
  };
}

async function hasJava() {
  try {
    await promisify(execFile)('java', ['-version']);
    return true;
  } catch {
    return false;
  }
}
