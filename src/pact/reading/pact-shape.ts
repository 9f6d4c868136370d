/** The shape that every version of the Pact specification requires. The verifier checks the rest. */

const TEXTS = {
  type: 'object',
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: ['string', 'null'] } }] },
};
const PARTICIPANT = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } };

/** JSON Schema of a pact. It checks HTTP interactions only: files of version 4 may contain others. */
export const PACT_SHAPE = {
  type: 'object',
  required: ['consumer', 'provider'],
  properties: {
    consumer: PARTICIPANT,
    provider: PARTICIPANT,
    interactions: {
      type: 'array',
      items: {
        type: 'object',
        required: ['description'],
        properties: {
          type: { enum: ['Synchronous/HTTP', 'Asynchronous/Messages', 'Synchronous/Messages'] },
          description: { type: 'string' },
          pending: { type: 'boolean' },
          providerState: { type: ['string', 'null'] },
          provider_state: { type: ['string', 'null'] },
          pluginConfiguration: { type: ['object', 'null'] },
          providerStates: {
            type: ['array', 'null'],
            items: {
              type: 'object',
              required: ['name'],
              properties: { name: { type: ['string', 'null'] }, params: { type: ['object', 'null'] } },
            },
          },
        },
        if: { properties: { type: { const: 'Synchronous/HTTP' } } },
        then: {
          required: ['request', 'response'],
          properties: {
            request: {
              type: 'object',
              required: ['method', 'path'],
              properties: {
                method: { type: 'string', pattern: '^[A-Za-z]+$' },
                path: { type: 'string', pattern: '^/' },
                query: { anyOf: [{ type: ['string', 'null'] }, TEXTS] },
                headers: { anyOf: [{ type: 'null' }, TEXTS] },
              },
            },
            response: {
              type: 'object',
              properties: {
                status: { type: 'integer', minimum: 100, maximum: 599 },
                headers: { anyOf: [{ type: 'null' }, TEXTS] },
              },
            },
          },
        },
      },
    },
    messages: { type: 'array', items: { type: 'object', properties: { description: { type: 'string' } } } },
  },
} as const;
