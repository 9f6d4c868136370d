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
    const holderOf = async (id: string): Promise<string> => {
      const lease = await shared.redis.send('HGET', `id-emulator:{${id}}:head`, 'lease');
      return lease.trim().split(':').at(-1)!;
    };
    const control = (method: 'get' | 'post', path: string) => request(proxy.url)[method](`/_emulator${path}`);
    const holders = new Set<string>();
    for (let nth = 0; nth < 8; nth++) {
      const { id, clientId, clientSecret } = (await control('post', '/sandboxes')).body as Record<string, string>;
      const client = { clientId: clientId!, clientSecret: clientSecret!, tokenUrl: `${proxy.url}/oauth/token` };
      const token = await tokenOf(client);
      const own = new Set<string>();
      for (let at = 0; at < 6; at++) {
        const users = request(proxy.url).get('/api/v1/institutions/me/users?limit=1').auth(token, { type: 'bearer' });
        expect((await users).status).toBe(200);
        own.add(await holderOf(id!));
        expect((await control('get', `/sandboxes/${id!}/clock`)).status).toBe(200);
        own.add(await holderOf(id!));
      }
      expect(own.size).toBe(1);
      for (const holder of own) holders.add(holder);
    }
    // Each sandbox has one replica, and both have some.
    expect(holders.size).toBe(2);
    await shared.replicas[0]!.close();
    const last = request(proxy.url).get('/api/v1/institutions/me/users?limit=1');
    expect((await last.auth(shared.token, { type: 'bearer' })).status).toBe(200);
  },
);

test.skipIf(!HAS_HAPROXY)('the configuration of HAProxy is valid', () => {
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', 'deploy/haproxy.cfg'], { encoding: 'utf8' });
  expect(stderr).not.toContain('ALERT');
  expect(status).toBe(0);
});
