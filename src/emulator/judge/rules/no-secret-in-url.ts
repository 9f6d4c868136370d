import type { Exchange } from '../../journal/exchange.js';
import type { Rule } from '../rule.js';
import { eachAlone } from '../series.js';

const SECRETS = ['client_secret', 'access_token'];

/** A JWT up to its second dot; its header and its claims are JSON objects. */
const JWT = /eyJ[\w-]+\.eyJ[\w-]*\./;

export const noSecretInUrl: Rule = {
  id: 'no-secret-in-url',
  title: 'A client puts neither its secret nor an access token into a URL.',
  basis: 'specification sections 5.1 and 5.2; RFC 6749 section 2.3.1, RFC 6750 section 5.3',
  precondition: 'request with a secret or an access token',
  remedy:
    'Send the client secret in the form of the token request, and the access token in the Authorization header: URLs end up in logs.',
  examine: eachAlone((exchange) => {
    const secret = secretInUrl(exchange);
    if (secret !== undefined) return `Put ${secret} into the URL.`;
    return exchange.operation === 'issueToken' || exchange.accessToken !== undefined ? true : undefined;
  }),
};

function secretInUrl({ path, query }: Exchange): string | undefined {
  const names = query === '' ? [] : [...new URLSearchParams(query).keys()];
  const named = SECRETS.find((secret) => names.includes(secret) || path.includes(`${secret}=`));
  return named ?? (JWT.test(path) || JWT.test(query) ? 'an access token' : undefined);
}
