/** The hooks of ky's readme: a token before the first attempt, a new one after 401. That the first logs in is ours. */
import ky from 'ky';
import { formOf } from './tokens.mjs';

export function connect(settings) {
  let current;

  function token() {
    current ??= ky
      .post(settings.tokenUrl, { body: new URLSearchParams(formOf(settings)), timeout: 3_000 })
      .json()
      .then(({ access_token: accessToken }) => accessToken)
      .catch((error) => {
        current = undefined;
        throw error;
      });
    return current;
  }

  const api = ky.extend({
    prefixUrl: settings.apiUrl,
    timeout: 3_000,
    hooks: {
      beforeRequest: [
        async (request, _options, { retryCount }) => {
          if (retryCount === 0) request.headers.set('Authorization', `Bearer ${await token()}`);
        },
      ],
      afterResponse: [
        async (request, _options, response, { retryCount }) => {
          if (response.status !== 401 || retryCount > 0) return undefined;
          const used = request.headers.get('Authorization');
          if (`Bearer ${await token()}` === used) current = undefined;
          const headers = new Headers(request.headers);
          headers.set('Authorization', `Bearer ${await token()}`);
          return ky.retry({ request: new Request(request, { headers }), code: 'TOKEN_REFRESHED' });
        },
      ],
    },
  });

  return {
    get: (path, query) => api.get(path.slice(1), { searchParams: query }).json(),
    post: (path, body) => api.post(path.slice(1), { json: body }).json(),
  };
}
