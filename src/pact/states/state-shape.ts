/** What a provider state that a consumer adds has to look like. */

const TEXT = { type: 'string', minLength: 1 } as const;

const PARAMETER = {
  type: 'object',
  required: ['description', 'type'],
  additionalProperties: false,
  properties: {
    description: TEXT,
    type: { enum: ['text', 'rest', 'number', 'boolean', 'list'] },
    choices: { type: 'array', minItems: 1, items: TEXT },
    minimum: { type: 'number' },
    maximum: { type: 'number' },
    default: { type: ['string', 'number', 'boolean', 'array'] },
    optional: { type: 'boolean' },
  },
} as const;

const STATE = {
  type: 'object',
  required: ['name', 'summary', 'sentences', 'setUp'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', pattern: '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$' },
    summary: TEXT,
    group: TEXT,
    sentences: { type: 'array', minItems: 1, items: TEXT },
    parameters: { type: 'object', additionalProperties: PARAMETER },
    takesOthers: { type: 'boolean' },
    authentication: { type: 'boolean' },
    scenarios: { type: 'array', items: TEXT },
    opensWith: { type: 'object' },
    last: { type: 'boolean' },
    // A function, which JSON Schema does not know.
    setUp: {},
  },
} as const;

/** The JSON Schema of a list of states. */
export const STATES_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'array',
  minItems: 1,
  items: STATE,
} as const;
