import type { Exchange } from '../../journal/exchange.js';
import { eachAlone } from '../series.js';

/** Names of parameters whose values are secrets. */
const SECRETS = ['client_secret', 'access_token'];

/** A JWT up to its second dot. Its header and its claims are JSON objects, whose `{"` is `eyJ` in Base64. */
const JWT = /eyJ[\w-]+\.eyJ[\w-]*\./;

/** A client puts neither its secret nor an access token into a URL, because proxies and servers log URLs. */
export const noSecretInUrl = eachAlone((exchange) => {
  const secret = secretInUrl(exchange);
  if (secret !== undefined) return { broken: `Put ${secret} into the URL.` };

  // Only a client that has a secret or a token follows the rule by not sending it in the URL.
  const hadSecret = exchange.operation === 'issueToken' || exchange.accessToken !== undefined;
  return hadSecret ? 'followed' : 'not-applicable';
});

/** The name of a secret in the URL, never its value, because verdicts are printed. Undefined without a secret. */
function secretInUrl({ path, query }: Exchange): string | undefined {
  const names = [...new URLSearchParams(query).keys()];
  const named = SECRETS.find((secret) => names.includes(secret) || path.includes(`${secret}=`));
  const hasToken = JWT.test(path) || JWT.test(query);

  return named ?? (hasToken ? 'an access token' : undefined);
}
