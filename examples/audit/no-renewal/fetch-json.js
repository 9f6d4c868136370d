/** Mistake: it gets its access token when it starts, and has no way to get another one after 401. */

import { request } from '../shared/request.js';

export async function connect({ apiUrl, tokenUrl, clientId, clientSecret }) {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const login = await request(tokenUrl, { method: 'POST', body: new URLSearchParams(form), repeatable: true });
  if (!login.ok) throw new Error(`Cannot log in: ${login.status}`);
  const headers = { Authorization: `Bearer ${login.data.access_token}` };

  return async function fetchJson(path, { method = 'GET', json } = {}) {
    const response = await request(`${apiUrl}${path}`, {
      method,
      headers: json ? { ...headers, 'Content-Type': 'application/json' } : headers,
      body: json && JSON.stringify(json),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response.data;
  };
}
