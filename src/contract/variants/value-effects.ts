/** What variants do that write values in another form: times, statuses, numbers, absent members. */

import { isObject } from '../../common/json.js';
import type { SchemaObject } from '../document.js';
import { withDecimals, type Score } from './bodies.js';
import { rewriteTimestamps, rewriteValues } from './rewrites.js';
import type { VariantEffect } from './variant-effect.js';

/** By point and variant. */
export const VALUE_EFFECTS: Readonly<Record<string, Readonly<Record<string, VariantEffect>>>> = {
  'absent-members': {
    null: {
      rewriteResponse: (response, context) => {
        const schemas = context.document.components['schemas'] ?? {};
        const shown = NULLED_SCHEMAS.map((name) => schemas[name] as SchemaObject | undefined);
        return rewriteValues(response, context, ({ value, schema }) =>
          isObject(value) && shown.includes(schema) ? { ...nullMembers(schema), ...value } : value,
        );
      },
    },
  },
  'kyc-approved': {
    successful: {
      rewriteResponse: (response, context) => {
        const { KycStatus } = context.document.components['schemas'] ?? {};
        return rewriteValues(response, context, ({ value, schema }) =>
          value === 'APPROVED' && schema === KycStatus ? 'SUCCESSFUL' : value,
        );
      },
      rewriteRequest: ({ query, ...request }) => {
        const { kycStatus } = query;
        const swapped = { APPROVED: 'SUCCESSFUL', SUCCESSFUL: 'APPROVED' }[String(kycStatus)];
        return { ...request, query: swapped === undefined ? query : { ...query, kycStatus: swapped } };
      },
    },
  },
  'score-numbers': {
    decimal: {
      rewriteResponse: (response, context) => {
        const { HumanScoreResult } = context.document.components['schemas'] ?? {};
        return rewriteValues(response, context, ({ value, schema }) =>
          schema === HumanScoreResult ? withDecimals(value as Score) : value,
        );
      },
    },
  },
  timestamps: {
    seconds: { rewriteResponse: rewriteTimestamps((text) => text.replace(/(?:\.\d+)?Z$/, 'Z')) },
    offset: { rewriteResponse: rewriteTimestamps((text) => text.replace(/Z$/, '+00:00')) },
    epoch: { rewriteResponse: rewriteTimestamps((text) => Date.parse(text)) },
  },
  'status-case': {
    lower: {
      rewriteResponse: (response, context) => {
        const { UserStatus, RequestStatus } = context.document.components['schemas'] ?? {};
        return rewriteValues(response, context, ({ value, schema }) =>
          typeof value === 'string' && (schema === UserStatus || schema === RequestStatus)
            ? value.toLowerCase()
            : value,
        );
      },
      rewriteRequest: ({ query, ...request }) => {
        const given = ['status', 'reqStatus'].filter((name) => name in query);
        const inUpperCase = given.map((name) => [name, String(query[name]).toUpperCase()] as const);
        return { ...request, query: { ...query, ...Object.fromEntries(inUpperCase) } };
      },
    },
  },
};

/** Whose optional members are null instead of absent. */
const NULLED_SCHEMAS = ['InstitutionUser', 'ResolvedCredential', 'CredentialMetadata'];

function nullMembers({ properties = {}, required = [] }: SchemaObject): Readonly<Record<string, null>> {
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return Object.fromEntries(optional.map((name) => [name, null]));
}
