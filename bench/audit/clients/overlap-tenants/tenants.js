// A service for several departments. Each has a client of its own, with its own access token: what one department does
// must never depend on the session of another.
export class Department {
  #token;

  constructor(name, env = process.env) {
    this.name = name;
    this.env = env;
  }

  #current(refused) {
    if (this.#token === undefined || this.#token === refused) {
      const login = this.#login();
      this.#token = login;
      login.catch(() => {
        if (this.#token === login) this.#token = undefined;
      });
    }
    return this.#token;
  }

  async #login() {
    const response = await fetch(this.env.ID_EMULATOR_TOKEN_URL, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: this.env.ID_EMULATOR_CLIENT_ID,
        client_secret: this.env.ID_EMULATOR_CLIENT_SECRET,
      }),
      signal: AbortSignal.timeout(5000),
    });
    if (!response.ok) throw new Error(`${this.name}: no token, ${response.status}`);
    return (await response.json()).access_token;
  }

  async get(path) {
    let used = this.#current();
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(this.env.ID_EMULATOR_API_URL + path, {
        headers: { authorization: `Bearer ${await used}` },
        signal: AbortSignal.timeout(8000),
      });
      if (response.status === 401 && attempt === 1) {
        await response.body?.cancel();
        used = this.#current(used);
        continue;
      }
      if (!response.ok) throw new Error(`${this.name}: ${path}, ${response.status}`);
      return response.json();
    }
  }
}

/** The number of open requests, as each department sees it. */
export async function overview(departments) {
  const pages = await Promise.all(
    departments.map((department) => department.get('/institutions/me/users?reqStatus=PENDING&limit=1')),
  );
  return Object.fromEntries(departments.map(({ name }, index) => [name, pages[index].pagination.total]));
}
