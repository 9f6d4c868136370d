/**
 * What the comparator's findings are worth. It reads a pact as examples alone, without matching rules, and an OpenAPI
 * document as a closed world; so not everything that it calls an error is one. Where our own checks speak of the same
 * place, theirs stands, and this table is not asked.
 */

export interface Verdict {
  readonly severity: 'error' | 'warning' | 'nothing';
  readonly reason: string;
  /** In our words. */
  readonly message?: string;
  /** Whether it is nothing where the consumer expects a failure. The comparator regards that for some of its findings only. */
  readonly onlyForSuccess?: true;
}

export const VERDICTS: Readonly<Record<string, Verdict>> = {
  'request.path-or-method.unknown': {
    severity: 'error',
    reason: 'a fact: no route',
    message: 'The contract has no such path or method.',
    onlyForSuccess: true,
  },
  'request.authorization.missing': {
    severity: 'error',
    reason: 'a fact: the operation is secured, the header is not there',
    message: 'The operation needs an access token.',
  },
  'request.content-type.incompatible': {
    severity: 'error',
    reason: 'a fact; a wrong type on purpose expects 415',
    message: 'The service takes no body of this type.',
    onlyForSuccess: true,
  },
  'request.content-type.missing': {
    severity: 'nothing',
    reason: 'Pact sends application/json with a JSON body that has no type; for others our own check says it',
  },
  'request.content-type.unknown': {
    severity: 'nothing',
    reason: 'many HTTP libraries send a content type without a body; the service passes over it',
  },
  'request.accept.incompatible': {
    severity: 'warning',
    reason: 'a server may pass over Accept (RFC 9110 section 12.5.1), and the contract knows no 406',
    message: 'The service never sends what this Accept asks for.',
  },
  'request.accept.unknown': { severity: 'nothing', reason: 'an answer without a body is acceptable to all' },
  'request.header.incompatible': {
    severity: 'error',
    reason: 'a fact; no operation has such parameters today',
    message: 'The service refuses this header.',
  },
  'request.header.unknown': {
    severity: 'nothing',
    reason:
      'tracing, user agents, proxies: HTTP demands that a server passes over headers that it does not know (RFC 9110 section 5.1)',
  },
  'request.query.incompatible': {
    severity: 'warning',
    reason: 'read by the same schema in our own check, as the service reads a query; alone it is a doubt',
    message: 'The comparator takes this for a value that the service refuses.',
  },
  'request.query.unknown': {
    severity: 'warning',
    reason: 'the service passes over parameters that it does not know',
    message: 'The contract does not know this parameter.',
  },
  'request.body.incompatible': {
    severity: 'warning',
    reason: 'read by the same schema in our own check; alone it is a doubt',
    message: 'The comparator takes this for a body that the service refuses.',
  },
  'request.body.unknown': {
    severity: 'nothing',
    reason: 'follows from a wrong content type, or from a body where none is taken; our own check tells both',
  },
  'response.status.unknown': {
    severity: 'nothing',
    reason: 'our own check tells it, and knows rules about the status',
  },
  'response.status.default': { severity: 'nothing', reason: 'the contract has no default answers' },
  'response.content-type.incompatible': {
    severity: 'warning',
    reason: 'our own check knows the matching rules of headers; alone it is a doubt',
    message: 'The comparator takes this for a content type that the service never sends.',
  },
  'response.content-type.unknown': {
    severity: 'error',
    reason: 'an answer without a body has no content type',
    message: 'The service answers without a body, so without a content type.',
  },
  'response.header.incompatible': {
    severity: 'warning',
    reason: 'our own check knows the matching rules of headers; alone it is a doubt',
    message: 'The comparator takes this for a header that the service never sends.',
  },
  'response.header.undefined': {
    severity: 'nothing',
    reason: 'a standard header, which our own check tells where HTTP does not add it by itself',
  },
  'response.header.unknown': {
    severity: 'nothing',
    reason: 'our own check tells it, except for those that HTTP adds by itself',
  },
  'response.body.incompatible': {
    severity: 'warning',
    reason: 'our own check holds the body against the same schemas and knows its matching rules; alone it is a doubt',
    message: 'The comparator takes this for a value that the service never sends.',
  },
  'response.body.unknown': {
    severity: 'error',
    reason: 'a fact: no schema, so no body',
    message: 'The service answers without a body here.',
  },
};

/** A finding of a kind that came after this table: it is not lost, and fails nothing. */
export const UNKNOWN_CODE: Verdict = { severity: 'warning', reason: 'nobody has judged it yet' };
