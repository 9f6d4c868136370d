/** An instance of got, with its own retries. got has no OAuth. */
import got from 'got';
import { dataOf, formOf, withTokens } from './tokens.mjs';

export function connect(settings) {
  const api = got.extend({
    prefixUrl: settings.apiUrl,
    responseType: 'json',
    timeout: { response: 3_000, request: 10_000 },
  });
  const call = withTokens(() =>
    got.post(settings.tokenUrl, { form: formOf(settings), timeout: { request: 3_000 } }).json(),
  );

  async function send(path, options) {
    const response = await call(async (token) => {
      const headers = { Authorization: `Bearer ${token}` };
      const { statusCode, body } = await api(path.slice(1), { ...options, headers }).catch(refused);
      return { status: statusCode, data: body };
    });
    return dataOf(response);
  }

  return {
    get: (path, searchParams) => send(path, { searchParams }),
    post: (path, json) => send(path, { method: 'POST', json }),
  };
}

function refused(error) {
  if (error.response?.statusCode !== 401) throw error;
  return error.response;
}
