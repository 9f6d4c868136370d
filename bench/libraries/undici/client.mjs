/** RetryAgent as its page shows it. undici has no OAuth. */
import { Agent, RetryAgent } from 'undici';
import { dataOf, formOf, withTokens } from './tokens.mjs';

export function connect(settings) {
  const agent = new RetryAgent(new Agent({ headersTimeout: 3_000, bodyTimeout: 3_000 }));

  async function request(method, url, headers, body) {
    const { origin, pathname, search } = new URL(url);
    const response = await agent.request({ method, origin, path: pathname + search, headers, body });
    const text = await response.body.text();
    const isData = response.statusCode < 300;
    return { status: response.statusCode, data: isData ? JSON.parse(text) : undefined };
  }

  async function login() {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return dataOf(await request('POST', settings.tokenUrl, headers, `${new URLSearchParams(formOf(settings))}`));
  }

  const call = withTokens(login);
  const withToken = (token) => ({ authorization: `Bearer ${token}` });

  return {
    get: async (path, query) => {
      const url = `${settings.apiUrl}${path}?${new URLSearchParams(query)}`;
      return dataOf(await call((token) => request('GET', url, withToken(token))));
    },
    post: async (path, body) => {
      const headers = { 'content-type': 'application/json' };
      const send = (token) =>
        request('POST', settings.apiUrl + path, { ...headers, ...withToken(token) }, JSON.stringify(body));
      return dataOf(await call(send));
    },
  };
}
