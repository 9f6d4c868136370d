import type { Found, Service } from './search-box';

export async function openService(env = process.env): Promise<Service> {
  const login = async (): Promise<string> => {
    const response = await fetch(env.ID_EMULATOR_TOKEN_URL!, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: env.ID_EMULATOR_CLIENT_ID!,
        client_secret: env.ID_EMULATOR_CLIENT_SECRET!,
      }),
    });
    if (!response.ok) throw new Error(`no token: ${response.status}`);
    return ((await response.json()) as { access_token: string }).access_token;
  };
  let token: Promise<string> | undefined;
  const renew = (): Promise<string> => {
    const fresh = (token = login());
    fresh.catch(() => {
      if (token === fresh) token = undefined;
    });
    return fresh;
  };
  await renew();
  return {
    async search(text: string, limit: number): Promise<Found[]> {
      const url = `${env.ID_EMULATOR_API_URL}/institutions/me/users?${new URLSearchParams({ search: text, limit: String(limit), orderBy: 'fullName' })}`;
      for (let attempt = 1; ; attempt++) {
        const used = token ?? renew();
        const response = await fetch(url, { headers: { authorization: `Bearer ${await used}` } });
        if (response.status === 401 && attempt === 1) {
          if (token === used) void renew();
          continue;
        }
        if (!response.ok) throw new Error(`search failed: ${response.status}`);
        return ((await response.json()) as { items: Found[] }).items;
      }
    },
  };
}
