/** The reports of `verify`, `conform`, `audit`, `mutate`, `proxy` and `exec` on the examples: printed, and as files. */

import { each } from './book.js';
import { NOW } from './desk.js';
import { masked } from './masks.js';

/** @typedef {import('./desk.js').Desk} Desk */

/** @param {Desk} desk */
async function verify(desk) {
  for (const pacts of ['consumer-plain/pacts', 'consumer-plain/mistakes']) {
    await desk.run(['verify', pacts, '--junit', 'junit.xml'], { files: ['junit.xml'] });
    await desk.run(['verify', pacts, '--json', '--strict']);
  }
  await desk.run(['verify', 'consumer-plain/pacts/loan-desk-identity-service.json', '--every-variant']);
  await desk.run(['verify', 'consumer-plain/pacts', '--variant', 'error-body=problem', '--consumer', 'risk-engine']);
  await desk.run(['verify', 'consumer-plain/nowhere']);
}

/** @param {string[]} flags of the emulator that is checked @returns {(desk: Desk) => Promise<void>} */
function conform(...flags) {
  return async (desk) => {
    const { url, end } = await desk.listening(['start', '--log', 'json', ...NOW, '--population', '50', ...flags]);
    const where = ['--base-url', url, '--token-url', `${url}/oauth/token`, '--client-id', 'demo-institution'];
    const variables = { ID_EMULATOR_CONFORM_CLIENT_SECRET: 'demo-secret' };
    const files = ['junit.xml', 'evidence.json'];
    const written = ['--junit', 'junit.xml', '--evidence', 'evidence.json'];
    await desk.run(['conform', ...where, '--all', ...written], { variables, files });
    await desk.run(['conform', ...where, '--write', '--json'], { variables });
    await end('SIGTERM');
  };
}

/** @param {string} client the file with its tests @param {string} only @returns {(desk: Desk) => Promise<void>} */
function audit(client, only) {
  return async (desk) => {
    const flags = [...NOW, '--only', only, '--budget', '6'];
    const written = ['--junit', 'junit.xml', '--save', 'saved'];
    const command = ['--', 'node', '--test', `audit/${client}`];
    await desk.run(['audit', ...flags, ...written, ...command], { files: ['junit.xml', 'saved'] });
    await desk.run(['audit', ...flags, '--json', ...command]);
  };
}

/** @param {string} client the file with its tests @param {string} only @returns {(desk: Desk) => Promise<void>} */
function mutate(client, only) {
  return async (desk) => {
    const flags = [...NOW, '--only', only, '--budget', '8'];
    for (const format of [[], ['--json']])
      await desk.run(['mutate', ...flags, ...format, '--', 'node', '--test', `audit/${client}`]);
  };
}

/** @param {string[]} upstream flags of the emulator behind it @param {string[]} flags @returns {(desk: Desk) => Promise<void>} */
function proxy(upstream, flags) {
  return async (desk) => {
    const service = await desk.listening(['start', '--log', 'json', ...NOW, '--population', '3', ...upstream]);
    const places = ['--upstream', service.url, '--token-upstream', `${service.url}/oauth/token`];
    const args = ['proxy', ...places, ...flags];
    const { port, end, printed } = await desk.listening(args);
    const book = await desk.book(port);
    await book.all(
      each('users?limit=100 credentials?limit=100 human-scores?limit=100 users?limit=many nothing', 'GET ') +
        '\nPOST credentials/request {"partyId":7}\nGET _/health\nGET _s/journal?limit=3',
    );
    const code = await end('SIGINT');
    desk.outcome(args, printed, code, ['evidence.json']);
    desk.note('', masked('$ proxy', book.text));
    await service.end('SIGTERM');
  };
}

/** The same client, right and wrong, under `exec`. @param {Desk} desk */
async function exec(desk) {
  const judged = ['exec', ...NOW, '--judge', '--junit', 'junit.xml', '--save', 'saved'];
  const files = ['junit.xml', 'saved'];
  for (const behaviour of ['well', 'badly']) {
    await desk.run([...judged, '--', 'node', 'programs/consumer.mjs', behaviour], { files });
    await desk.run(['exec', ...NOW, '--strict-judge', '--', 'node', 'programs/consumer.mjs', behaviour]);
  }
  const injected = ['--inject', 'getUsers#2:server-error', '--env', 'WHERE={apiUrl}', '--save', 'saved'];
  await desk.run(['exec', ...NOW, ...injected, '--', 'node', 'programs/consumer.mjs', 'well'], { files });
  await desk.run(['exec', ...NOW, '--fail-on-unused', '--', 'true']);
}

/** @type {Record<string, (desk: Desk) => Promise<void>>} */
export const REPORTS = {
  'report-verify': verify,
  'report-conform': conform(),
  'report-conform-variant': conform('--variant', 'error-body=problem,over-limit=clamped'),
  'report-conform-scenario': conform('--scenario', 'numbers-as-strings'),
  'report-audit-findings': audit('no-retry-on-429/directory.test.js', 'throttled'),
  'report-audit-swallowed': audit('errors-as-empty-list/dashboard.test.js', 'server-error'),
  'report-audit-none': audit('correct/client.test.js', 'checkVerificationStatus:unknown-value,batch-items'),
  'report-mutate': mutate('no-retry-on-429/directory.test.js', 'issueToken,resolveCredentials'),
  'report-mutate-unread': mutate('errors-as-empty-list/dashboard.test.js', 'getUsers,resolveCredentials'),
  'report-proxy': proxy([], ['--log', 'json', '--evidence', 'evidence.json']),
  'report-proxy-violations': proxy(['--scenario', 'unknown-enum-values'], []),
  'report-proxy-errors': proxy(['--scenario', 'unknown-enum-values'], ['--log', 'json', '--errors']),
  'report-exec': exec,
};
