/** Puts replicas of one store under load. */

import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Latencies } from '../load/latencies.js';
import { cpuSeconds } from '../processes/process-figures.js';

export const CONNECTIONS = 32;
/** Ways to choose the replica of a request, as figures are named for them. */
export const ROUTINGS = [', any routing', ', by sandbox'];

/** Sandboxes take turns. By sandbox, each has its replica; else each connection has one. */
export async function load(replicas, tokens, seconds, routing, redis) {
  const agents = replicas.map(() => new Agent({ keepAlive: true }));
  const latencies = new Latencies();
  const used = () => [
    replicas.reduce((sum, { child }) => sum + cpuSeconds(child.pid), 0),
    redis ? cpuSeconds(redis.child.pid) : 0,
  ];
  const before = used();
  let next = 0;
  const start = performance.now();
  const end = start + seconds * 1_000;
  const connection = async (own) => {
    while (performance.now() < end) {
      const sandbox = next++ % tokens.length;
      const at = (routing === ', by sandbox' ? sandbox : own) % replicas.length;
      const sent = performance.now();
      const status = await statusOf(agents[at], replicas[at].url, tokens[sandbox]);
      if (status !== 200) throw new Error(`a request got ${status}`);
      latencies.record(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, own) => connection(own)));
  const { count } = latencies;
  const perSecond = (count / (performance.now() - start)) * 1_000;
  const [ofEmulators, ofRedis] = used().map((after, at) => ((after - before[at]) * 1e6) / count);
  for (const agent of agents) agent.destroy();
  return { perSecond, p99: latencies.percentile(0.99), ofEmulators, ofRedis };
}

/** Returns access tokens of new sandboxes, which the replicas open in turn. */
export async function openSandboxes(replicas, count) {
  const tokens = [];
  for (let at = 0; at < count; at++) tokens.push(await openSandbox(replicas[at % replicas.length].url));
  return tokens;
}

/** Returns an access token of a new sandbox. */
export async function openSandbox(url) {
  const { id } = await (await fetch(`${url}/_emulator/sandboxes`, { method: 'POST' })).json();
  const minted = await fetch(`${url}/_emulator/sandboxes/${id}/access-tokens`, { method: 'POST' });
  return (await minted.json()).accessToken;
}

export function statusOf(agent, url, token) {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}` };
    request(`${url}/api/v1/institutions/me/users?limit=5`, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });
}
