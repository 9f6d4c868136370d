import type { Exchange } from '../../journal/exchange.js';
import { eachAlone } from '../series.js';

const SECRETS = ['client_secret', 'access_token'];

/** A JWT up to its second dot; its header and its claims are JSON objects. */
const JWT = /eyJ[\w-]+\.eyJ[\w-]*\./;

/** A client puts neither its secret nor an access token into a URL. */
export const noSecretInUrl = eachAlone((exchange) => {
  const secret = secretInUrl(exchange);
  if (secret !== undefined) return { broken: `Put ${secret} into the URL.` };

  const hadSecret = exchange.operation === 'issueToken' || exchange.accessToken !== undefined;
  return hadSecret ? 'followed' : 'not-applicable';
});

function secretInUrl({ path, query }: Exchange): string | undefined {
  const names = query === '' ? [] : [...new URLSearchParams(query).keys()];
  const named = SECRETS.find((secret) => names.includes(secret) || path.includes(`${secret}=`));
  return named ?? (JWT.test(path) || JWT.test(query) ? 'an access token' : undefined);
}
