/** An instance of ofetch with its retries, as its readme shows it. ofetch has no OAuth. */
import { ofetch } from 'ofetch';
import { dataOf, formOf, withTokens } from './tokens.mjs';

export function connect(settings) {
  const api = ofetch.create({ baseURL: settings.apiUrl, retry: 3, retryDelay: 500, timeout: 3_000 });
  const login = () =>
    ofetch(settings.tokenUrl, { method: 'POST', body: new URLSearchParams(formOf(settings)), retry: 3 });
  const call = withTokens(login);

  async function send(path, options) {
    const response = await call(async (token) => {
      const headers = { Authorization: `Bearer ${token}` };
      const isRepeated = options.method === undefined;
      const { status, _data: data } = await api
        .raw(path, { ...options, headers, retry: isRepeated ? 3 : false })
        .catch(refused);
      return { status, data };
    });
    return dataOf(response);
  }

  return {
    get: (path, query) => send(path, { query }),
    post: (path, body) => send(path, { method: 'POST', body }),
  };
}

function refused(error) {
  if (error.status !== 401) throw error;
  return error.response;
}
