/** An instance of axios with axios-retry, as its readme shows it. axios has no OAuth. */
import axios from 'axios';
import axiosRetry from 'axios-retry';
import { dataOf, formOf, withTokens } from './tokens.mjs';

export function connect(settings) {
  const client = axios.create({
    baseURL: settings.apiUrl,
    timeout: 3_000,
    validateStatus: (status) => status < 300 || status === 401,
  });
  axiosRetry(client, { retries: 3, retryDelay: axiosRetry.exponentialDelay });

  const call = withTokens(async () =>
    dataOf(await client.post(settings.tokenUrl, new URLSearchParams(formOf(settings)))),
  );
  const headersOf = (token) => ({ Authorization: `Bearer ${token}` });

  return {
    get: async (path, params) => dataOf(await call((token) => client.get(path, { params, headers: headersOf(token) }))),
    post: async (path, body) => dataOf(await call((token) => client.post(path, body, { headers: headersOf(token) }))),
  };
}
