/** What variants do that write values in another form: times, statuses, numbers, absent members. */

import { isObject } from '../../common/json.js';
import type { SchemaObject } from '../document.js';
import { rewriteNamed, rewriteTimestamps } from './rewrites.js';
import type { VariantEffect } from './variant-effect.js';

/** Whose optional members are null instead of absent. */
const NULLED_SCHEMAS = ['InstitutionUser', 'ResolvedCredential', 'CredentialMetadata'];

/** By variant, in the form in which it is chosen: `<point>=<variant>`. */
export const VALUE_EFFECTS: Readonly<Record<string, VariantEffect>> = {
  'absent-members=null': {
    rewriteResponse: rewriteNamed(NULLED_SCHEMAS, (value, schema) =>
      isObject(value) ? { ...nullMembers(schema), ...value } : value,
    ),
  },
  'kyc-approved=successful': {
    rewriteResponse: rewriteNamed(['KycStatus'], (value) => (value === 'APPROVED' ? 'SUCCESSFUL' : value)),
    rewriteRequest: ({ query, ...request }) => {
      const { kycStatus } = query;
      const swapped = { APPROVED: 'SUCCESSFUL', SUCCESSFUL: 'APPROVED' }[String(kycStatus)];
      return { ...request, query: swapped === undefined ? query : { ...query, kycStatus: swapped } };
    },
  },
  'score-numbers=decimal': {
    rewriteResponse: rewriteNamed(['HumanScoreResult'], (value) => withDecimals(value as Score)),
  },
  'timestamps=seconds': { rewriteResponse: rewriteTimestamps((text) => text.replace(/(?:\.\d+)?Z$/, 'Z')) },
  'timestamps=offset': { rewriteResponse: rewriteTimestamps((text) => text.replace(/Z$/, '+00:00')) },
  'timestamps=epoch': { rewriteResponse: rewriteTimestamps((text) => Date.parse(text)) },
  'status-case=lower': {
    rewriteResponse: rewriteNamed(['UserStatus', 'RequestStatus'], (value) =>
      typeof value === 'string' ? value.toLowerCase() : value,
    ),
    rewriteRequest: ({ query, ...request }) => {
      const given = ['status', 'reqStatus'].filter((name) => name in query);
      const inUpperCase = given.map((name) => [name, String(query[name]).toUpperCase()] as const);
      return { ...request, query: { ...query, ...Object.fromEntries(inUpperCase) } };
    },
  },
};

function nullMembers({ properties = {}, required = [] }: SchemaObject): Readonly<Record<string, null>> {
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return Object.fromEntries(optional.map((name) => [name, null]));
}

interface Score {
  readonly totalScore: number;
  readonly breakdown: Readonly<Record<string, number>>;
}

/** The most that each part of the breakdown can be: half a point more has to fit. */
const BREAKDOWN_MAXIMA = {
  accountAgeScore: 30,
  socialMetricsScore: 30,
  emailConsistencyScore: 20,
  providerCountScore: 20,
};

/** Half a point more, so that the level stays. A score of nothing, or of everything, stays as it is. */
function withDecimals(score: Score): Score {
  const part = Object.entries(BREAKDOWN_MAXIMA).find(([name, most]) => (score.breakdown[name] ?? most) < most)?.[0];
  if (part === undefined || score.totalScore === 0) return score;
  const breakdown = { ...score.breakdown, [part]: score.breakdown[part]! + 0.5 };
  return { ...score, totalScore: score.totalScore + 0.5, breakdown };
}
