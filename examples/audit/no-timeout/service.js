import { extend } from './got-like.js';

export function connect({ apiUrl, tokenUrl, clientId, clientSecret }) {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const login = extend({});
  let token;

  function authorization() {
    token ??= login.post(tokenUrl, { form, repeatable: true }).then(
      ({ access_token }) => `Bearer ${access_token}`,
      (error) => {
        token = undefined;
        throw error;
      },
    );
    return token;
  }

  const api = extend({ prefixUrl: apiUrl, hooks: { authorization } });

  async function renewing(call) {
    try {
      return await call();
    } catch (error) {
      if (![401, 403].includes(error.response?.status)) throw error;
      if ((await token) === error.authorization) token = undefined;
      return await call();
    }
  }

  return {
    score: (partyId) => renewing(() => api.get(`/institutions/me/human-scores/${partyId}`)),
    credentials: (partyId) => renewing(() => api.get(`/institutions/me/credentials/${partyId}`)),
  };
}
