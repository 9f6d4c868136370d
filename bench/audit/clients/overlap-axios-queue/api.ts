import axios, { AxiosError, type AxiosInstance, type InternalAxiosRequestConfig } from 'axios';

export interface Settings {
  apiUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
}
type Call = InternalAxiosRequestConfig & { again?: boolean };

/** An axios instance that renews the access token. Calls that are refused meanwhile wait in a queue. */
export async function createApi({ apiUrl, tokenUrl, clientId, clientSecret }: Settings): Promise<AxiosInstance> {
  const api = axios.create({ baseURL: apiUrl, timeout: 4000 });
  let token = await login();
  let renewing = false;
  let queue: { go: (token: string) => void; fail: (error: unknown) => void }[] = [];

  async function login(): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const { data } = await axios.post(tokenUrl, form, { timeout: 4000 });
    return data.access_token;
  }

  api.interceptors.request.use((config: Call) => {
    config.headers.Authorization ??= `Bearer ${token}`;
    return config;
  });

  api.interceptors.response.use(undefined, async (error: AxiosError) => {
    const call = error.config as Call;
    if (error.response?.status !== 401 || call.again) throw error;
    call.again = true;
    if (call.headers.Authorization !== `Bearer ${token}`) {
      call.headers.Authorization = `Bearer ${token}`;
      return api(call);
    }
    if (renewing)
      return new Promise((resolve, reject) => {
        queue.push({
          fail: reject,
          go: (renewed) => {
            call.headers.Authorization = `Bearer ${renewed}`;
            resolve(api(call));
          },
        });
      });
    renewing = true;
    try {
      token = await login();
      queue.forEach(({ go }) => go(token));
    } catch (failure) {
      queue.forEach(({ fail }) => fail(failure));
      throw failure;
    } finally {
      queue = [];
      renewing = false;
    }
    call.headers.Authorization = `Bearer ${token}`;
    return api(call);
  });
  return api;
}

/** The profile of a party: what the institution knows, and how human the party seems. What cannot be had is left out. */
export async function profile(api: AxiosInstance, partyId: string) {
  const id = encodeURIComponent(partyId);
  const [credentials, score] = await Promise.allSettled([
    api.get(`/institutions/me/credentials/${id}`),
    api.get(`/institutions/me/human-scores/${id}`),
  ]);
  return {
    providers:
      credentials.status === 'fulfilled'
        ? credentials.value.data.map(({ provider }: { provider: string }) => provider)
        : [],
    score: score.status === 'fulfilled' ? score.value.data.humanScore.totalScore : undefined,
  };
}
