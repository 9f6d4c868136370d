/** The load balancer of `deploy/` sends all requests of a sandbox to one replica, as long as that is ready. */

import { spawnSync } from 'node:child_process';
import request from 'supertest';
import { expect, test } from 'vitest';
import { budget } from '../../budget.js';
import { tokenOf } from '../../institution.js';
import { HAS_HAPROXY, startHaproxy } from './haproxy.js';
import { REDIS_SERVER } from './redis-server.js';
import { startReplicas } from './replicas.js';

test.skipIf(REDIS_SERVER === undefined || !HAS_HAPROXY || !budget({ short: false, long: true }))(
  'HAProxy routes by the sandbox that token, header or path name, and elsewhere when a replica ends',
  { timeout: 60_000 },
  async () => {
    await using shared = await startReplicas();
    await using proxy = await startHaproxy(shared.replicas.map(({ url }) => url));
    const served = async (at: number): Promise<number> => {
      const { text } = await shared.control(at, 'get', '/metrics');
      return Number(/^id_emulator_requests_total\{[^}]*operation="getUsers"[^}]*\} (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    const control = (method: 'get' | 'post', path: string) => request(proxy.url)[method](`/_emulator${path}`);
    const counts: number[][] = [];
    for (let nth = 0; nth < 8; nth++) {
      const { id, clientId, clientSecret } = (await control('post', '/sandboxes')).body as Record<string, string>;
      const client = { clientId: clientId!, clientSecret: clientSecret!, tokenUrl: `${proxy.url}/oauth/token` };
      const token = await tokenOf(client);
      const before = [await served(0), await served(1)];
      for (let at = 0; at < 6; at++) {
        const users = request(proxy.url).get('/api/v1/institutions/me/users?limit=1').auth(token, { type: 'bearer' });
        expect((await users).status).toBe(200);
        expect((await control('get', `/sandboxes/${id!}/clock`)).status).toBe(200);
      }
      const after = [await served(0), await served(1)];
      counts.push(after.map((count, at) => count - before[at]!));
    }
    // Each sandbox has one replica, and both have some.
    for (const [first, second] of counts) expect([first, second].toSorted()).toEqual([0, 6]);
    expect(new Set(counts.map(([first]) => first)).size).toBe(2);
    await shared.replicas[0]!.close({ drain: 3 });
    const last = request(proxy.url).get('/api/v1/institutions/me/users?limit=1');
    expect((await last.auth(shared.token, { type: 'bearer' })).status).toBe(200);
  },
);

test.skipIf(!HAS_HAPROXY)('the configuration of HAProxy is valid', () => {
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', 'deploy/haproxy.cfg'], { encoding: 'utf8' });
  expect(stderr).not.toContain('ALERT');
  expect(status).toBe(0);
});
