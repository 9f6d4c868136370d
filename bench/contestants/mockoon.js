/**
 * Mockoon, with a route for each question; where two have the same path, a rule tells them apart. A party that is asked for
 * in the path is filled into the answer.
 */

import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathTemplate } from '../questions/questions.js';
import { installed, notInstalled } from './installed.js';
import { withAskedParty } from './with-asked-party.js';

export function mockoon(folder, questions) {
  const found = installed('@mockoon/cli');
  if (found === undefined) return notInstalled('Mockoon', '@mockoon/cli');
  // What makes its files comes with it.
  const build = createRequire(join(found.folder, 'package.json'))('@mockoon/commons');
  const file = join(folder, 'mockoon.json');
  writeFileSync(file, JSON.stringify(environmentFor(questions, build)));
  return {
    name: `Mockoon ${found.version}`,
    does: 'matches a route and its rules, fills in a template',
    isPeer: true,
    command: (port) => ({
      args: [
        found.bin,
        'start',
        '--data',
        file,
        '--hostname',
        '127.0.0.1',
        '--port',
        port,
        '--disable-log-to-file',
        '--disable-admin-api',
        '--max-transaction-logs',
        1,
      ],
    }),
  };
}

function environmentFor(questions, build) {
  const endpoints = new Set(questions.map(endpointOf));
  const routes = [...endpoints].map((endpoint) => questions.filter((question) => endpointOf(question) === endpoint));
  const environment = build.BuildEnvironment({ hasDefaultRoute: false, hasContentTypeHeader: true });
  environment.uuid = randomUUID();
  environment.routes = routes.map((asked) => routeFor(asked, build));
  environment.rootChildren = environment.routes.map(({ uuid }) => ({ type: 'route', uuid }));
  return environment;
}

function routeFor(questions, build) {
  const [question] = questions;
  const responses = questions.map((asked) => responseFor(asked, build));
  return {
    ...build.BuildHTTPRoute(false),
    method: question.method.toLowerCase(),
    endpoint: endpointOf(question),
    responses,
  };
}

function responseFor(question, build) {
  const { path, status } = question;
  const query = [...new URLSearchParams(path.split('?')[1])];
  const rules = query.map(([modifier, value]) => ({
    ...build.ResponseRuleDefault,
    target: 'query',
    modifier,
    value,
    operator: 'equals',
  }));
  return {
    ...build.BuildRouteResponse(),
    body: JSON.stringify(withAskedParty(question, "{{urlParam 'partyId'}}")),
    statusCode: status,
    rules,
    rulesOperator: 'AND',
    default: false,
  };
}

/** As Mockoon writes it: no slash at the beginning, parameters after a colon. */
function endpointOf(question) {
  return pathTemplate(question)
    .slice(1)
    .replace(/\{(\w+)\}/, ':$1');
}
