/** Random lives of the parties of an emulator, with the traffic of a client beside them. */

import fc from 'fast-check';
import type { Emulator } from '../../../src/index.js';
import { Problem } from '../../../src/emulator/control/problem.js';
import type { Evidence } from '../../../src/upstream/report-types.js';
import { evidenceOf, harOf, Recorder } from './recorded-traffic.js';

const ME = '/institutions/me';
const PROVIDERS = ['GOOGLE', 'GITHUB'] as const;
/** Few parties, so that acts and requests meet. */
const PARTIES = 3;
const ACTS = [
  ...['renew', 'revoke', 'archive', 'expire', 'issue', 'approve', 'reject', 'block', 'unblock', 'wait', 'login'],
  ...['users', 'users', 'credentials', 'credentials', 'scores', 'list', 'score', 'reverse', 'resolve', 'shout'],
  ...['some', 'request', 'link', 'link', 'batch', 'check', 'check', 'check', 'head'],
] as const;
const WAITS = ['1s', '30s', '6m', '16m', '2h', '20d', '40d'];

export interface Step {
  readonly act: (typeof ACTS)[number];
  readonly nth: number;
}

export const lives = fc.array(fc.record({ act: fc.constantFrom(...ACTS), nth: fc.nat(1_000) }), {
  minLength: 20,
  maxLength: 120,
  size: 'max',
});

type Row = Readonly<Record<string, string>>;

/** Plays a life at the default sandbox, and reads its traffic. */
export async function evidenceOfLife(emulator: Emulator, life: readonly Step[]): Promise<Evidence> {
  const { world, clock } = emulator.defaultSandbox;
  emulator.defaultSandbox.reset();
  const parties = world.parties({ limit: 40 }).items.filter(({ credentials }) => credentials.length > 0);
  const recorder = new Recorder(emulator);
  const links: string[] = [];
  await recorder.login();
  for (const { act, nth } of life) {
    const { partyId } = parties[nth % PARTIES]!;
    const { credentials, email = '' } = world.party(partyId);
    const { contractId } = credentials[nth % credentials.length]!;
    const provider = PROVIDERS[nth % 2]!;
    const limit = [3, 10, 50, 100][nth % 4]!;
    const acts: Readonly<Record<Step['act'], () => unknown>> = {
      renew: () => world.supersede(contractId),
      revoke: () => world.revoke(contractId),
      archive: () => world.archive(contractId),
      expire: () => world.expire(contractId),
      issue: () => world.issue(partyId, { provider }),
      approve: () => world.approve(partyId),
      reject: () => world.decide(partyId, { status: 'REJECTED', provider }),
      block: () => world.changeParty(partyId, { status: 'BLOCKED' }),
      unblock: () => world.changeParty(partyId, { status: 'ACTIVE' }),
      wait: () => clock.advance(WAITS[nth % WAITS.length]!),
      login: () => recorder.login(),
      users: () => recorder.get(`${ME}/users?limit=${limit}`),
      credentials: () => recorder.get(`${ME}/credentials?limit=${limit}`),
      scores: () => recorder.get(`${ME}/human-scores?limit=${limit}`),
      list: () => recorder.get(`${ME}/credentials/${partyId}`),
      score: () => recorder.get(`${ME}/human-scores/${partyId}`),
      reverse: () => recorder.get(`${ME}/credentials/resolve?partyId=${partyId}`),
      resolve: () => recorder.get(`${ME}/credentials/resolve?q=${email}`),
      shout: () => recorder.get(`${ME}/credentials/resolve?q=${email.toUpperCase()}`),
      some: () => recorder.get(`${ME}/credentials?partyIds=${partyId},${parties[1]!.partyId}`),
      request: () => recorder.post(`${ME}/credentials/request`, { partyId, providers: [provider] }),
      link: async () => {
        const { body } = await recorder.post('/verification/generate-link', { contractId });
        links.push((body as Row | undefined)?.['token'] ?? 'none');
      },
      batch: () => {
        const requests = credentials.map((one) => ({ contractId: one.contractId }));
        return recorder.post('/verification/generate-links-batch', { requests });
      },
      check: () => recorder.send(`${emulator.apiUrl}/verification/check/${links[nth % links.length] ?? 'none'}`),
      head: () => recorder.send(`${emulator.apiUrl}/verification/check/none`, { method: 'HEAD' }),
    };
    try {
      await acts[act]();
    } catch (error) {
      // Some acts are not possible in every state.
      if (!(error instanceof Problem)) throw error;
    }
  }
  return await evidenceOf(emulator.apiUrl, harOf(recorder.entries));
}

/** What is refuted, contradicts the contract, or has no point. */
export function accusations({ points, contradictions, surprises, options }: Evidence): readonly unknown[] {
  const refuted = Object.entries(points).filter(([, { verdict }]) => verdict !== 'as-guessed');
  return [...refuted, ...contradictions, ...surprises, ...options];
}
