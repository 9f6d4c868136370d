/** A correct job: a report on the approved users that one client writes, which stops with the reason if it cannot. */

import { Session } from '../shared/session.js';

const PAGE = 10;

/** Lines of a report: the name, the score and the providers of each party that is looked up. */
export async function report(session, usernames) {
  const lines = [];
  for (const username of usernames) lines.push(await lineOf(session, username));
  return lines;
}

async function lineOf(session, username) {
  const { ok, status, data } = await session.send(
    `/institutions/me/credentials/resolve?${new URLSearchParams({ q: username })}`,
  );
  if (!ok && status !== 404) throw new Error(`cannot look up ${username}: the service returned ${status}`);
  const [found, ...others] = data?.credentials ?? [];
  if (found === undefined) return `${username}: unknown`;
  const providers = new Set([found, ...others].map(({ kycProvider }) => kycProvider));
  const score = await scoreOf(session, found.partyId);
  return `${username}: ${score ?? 'no score'}, ${[...providers].sort().join(' ')}`;
}

async function scoreOf(session, partyId) {
  const { ok, status, data } = await session.send(`/institutions/me/human-scores/${encodeURIComponent(partyId)}`);
  if (status === 404 || status === 403) return undefined;
  if (!ok) throw new Error(`cannot read the score of ${partyId}: the service returned ${status}`);
  return Math.round(data.humanScore.totalScore);
}

/** The number of parties with a score that is high enough. */
export async function trusted(session, least) {
  const parties = new Map();
  for (let offset = 0; ;) {
    const { items, pagination } = await session.call(`/institutions/me/human-scores?offset=${offset}&limit=${PAGE}`);
    for (const { partyId, humanScore } of items) parties.set(partyId, humanScore.totalScore);
    offset += items.length;
    if (items.length === 0 || offset >= pagination.total) break;
  }
  return [...parties.values()].filter((score) => score >= least).length;
}

export { Session };
