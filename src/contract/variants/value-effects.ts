/** What variants do that write values in another form: times, statuses, numbers, absent members. */

import { isObject } from '../../common/json.js';
import type { SchemaObject } from '../document.js';
import { withDecimals, type Score } from './bodies.js';
import { rewriteNamed, rewriteTimestamps } from './rewrites.js';
import type { VariantEffect } from './variant-effect.js';

/** Whose optional members are null instead of absent. */
const NULLED_SCHEMAS = ['InstitutionUser', 'ResolvedCredential', 'CredentialMetadata'];

/** By point and variant. */
export const VALUE_EFFECTS: Readonly<Record<string, Readonly<Record<string, VariantEffect>>>> = {
  'absent-members': {
    null: {
      rewriteResponse: rewriteNamed(NULLED_SCHEMAS, (value, schema) =>
        isObject(value) ? { ...nullMembers(schema), ...value } : value,
      ),
    },
  },
  'kyc-approved': {
    successful: {
      rewriteResponse: rewriteNamed(['KycStatus'], (value) => (value === 'APPROVED' ? 'SUCCESSFUL' : value)),
      rewriteRequest: ({ query, ...request }) => {
        const { kycStatus } = query;
        const swapped = { APPROVED: 'SUCCESSFUL', SUCCESSFUL: 'APPROVED' }[String(kycStatus)];
        return { ...request, query: swapped === undefined ? query : { ...query, kycStatus: swapped } };
      },
    },
  },
  'score-numbers': {
    decimal: { rewriteResponse: rewriteNamed(['HumanScoreResult'], (value) => withDecimals(value as Score)) },
  },
  timestamps: {
    seconds: { rewriteResponse: rewriteTimestamps((text) => text.replace(/(?:\.\d+)?Z$/, 'Z')) },
    offset: { rewriteResponse: rewriteTimestamps((text) => text.replace(/Z$/, '+00:00')) },
    epoch: { rewriteResponse: rewriteTimestamps((text) => Date.parse(text)) },
  },
  'status-case': {
    lower: {
      rewriteResponse: rewriteNamed(['UserStatus', 'RequestStatus'], (value) =>
        typeof value === 'string' ? value.toLowerCase() : value,
      ),
      rewriteRequest: ({ query, ...request }) => {
        const given = ['status', 'reqStatus'].filter((name) => name in query);
        const inUpperCase = given.map((name) => [name, String(query[name]).toUpperCase()] as const);
        return { ...request, query: { ...query, ...Object.fromEntries(inUpperCase) } };
      },
    },
  },
};

function nullMembers({ properties = {}, required = [] }: SchemaObject): Readonly<Record<string, null>> {
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return Object.fromEntries(optional.map((name) => [name, null]));
}
