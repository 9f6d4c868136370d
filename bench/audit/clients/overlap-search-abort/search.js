// A search box that gives up what it no longer needs.
let token;

async function login(env) {
  const response = await fetch(env.ID_EMULATOR_TOKEN_URL, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: env.ID_EMULATOR_CLIENT_ID,
      client_secret: env.ID_EMULATOR_CLIENT_SECRET,
    }),
  });
  if (!response.ok) throw new Error(`no token: ${response.status}`);
  return (await response.json()).access_token;
}

function current(env, refused) {
  if (token === undefined || token === refused) {
    const fresh = (token = login(env));
    fresh.catch(() => {
      if (token === fresh) token = undefined;
    });
  }
  return token;
}

export async function users(query, { signal, env = process.env } = {}) {
  let used = current(env);
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${env.ID_EMULATOR_API_URL}/institutions/me/users?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${await used}` },
      signal,
    });
    if (response.status === 401 && attempt === 1) {
      used = current(env, used);
      continue;
    }
    if (!response.ok) throw new Error(`users: ${response.status}`);
    return (await response.json()).items;
  }
}

export class Search {
  rows = [];
  #running;

  /** Shows what this text finds, unless another text follows meanwhile. Tells whether it was shown. */
  async type(text) {
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    try {
      const rows = await users({ search: text, limit: 10 }, { signal: running.signal });
      if (running.signal.aborted) return false;
      this.rows = rows;
      return true;
    } catch (error) {
      if (running.signal.aborted) return false;
      throw error;
    }
  }
}
