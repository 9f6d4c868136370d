import got, { ReadError } from 'got';

/** The institution's users, read with got: its own retry, and a hook that renews the access token. */
export function createUsers({ apiUrl, tokenUrl, clientId, clientSecret }) {
  const retry = {
    limit: 4,
    methods: ['GET', 'POST'],
    statusCodes: [429, 500, 502, 503, 504],
    calculateDelay: ({ computedValue, retryAfter, attemptCount }) =>
      computedValue === 0 ? 0 : (retryAfter ?? 80 * 2 ** attemptCount),
  };
  const common = { retry, timeout: { request: 2_500 }, responseType: 'json' };
  let token;

  function login() {
    token ??= got
      .post(tokenUrl, {
        ...common,
        form: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
      })
      .then(({ body }) => body.access_token);
    token.catch(() => (token = undefined));
    return token;
  }

  const api = got.extend({
    ...common,
    prefixUrl: apiUrl,
    hooks: {
      afterResponse: [
        async (response, retryWithMergedOptions) => {
          const used = response.request.options.headers.authorization;
          if (response.statusCode !== 401) return response;
          if (`Bearer ${await token}` === used) token = undefined;
          return retryWithMergedOptions({ headers: { authorization: `Bearer ${await login()}` } });
        },
      ],
    },
  });

  /** A body that is no JSON is no reason to retry for got, so it is read again here. */
  async function get(path, searchParams) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        // Not in a hook, whose errors got takes for those of the request, and repeats.
        const headers = { authorization: `Bearer ${await login()}` };
        return await api(path, { searchParams, headers }).json();
      } catch (error) {
        const isBroken = error instanceof ReadError || error.code === 'ERR_BODY_PARSE_FAILURE';
        if (error.response?.statusCode === 401) token = undefined;
        if (attempt === 3 || !isBroken) throw error;
        await new Promise((resolve) => setTimeout(resolve, 150 * 2 ** attempt));
      }
    }
  }

  return {
    async search(text) {
      return (await get('institutions/me/users', { search: text })).items;
    },
    async *all(filter) {
      for (let offset = 0; ;) {
        const page = await get('institutions/me/users', {
          orderBy: 'id',
          orderType: 'asc',
          limit: 60,
          offset,
          ...filter,
        });
        yield* page.items;
        offset += page.items.length;
        if (page.items.length === 0 || offset >= page.pagination.total) return;
      }
    },
  };
}
