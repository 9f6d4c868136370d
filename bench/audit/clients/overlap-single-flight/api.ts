import axios, { AxiosError, type AxiosInstance, type InternalAxiosRequestConfig } from 'axios';

type Call = InternalAxiosRequestConfig & { again?: boolean; used?: string };

/** Renews the access token once for all calls that are refused with it. If that fails, all of them fail. */
export class Session {
  #token?: string;
  #renewal?: Promise<string>;

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  /** The token to use; another one than `refused`, unless nobody has got a newer one yet. */
  token(refused?: string): Promise<string> {
    if (this.#token && this.#token !== refused) return Promise.resolve(this.#token);
    this.#renewal ??= this.#login().finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  async #login(): Promise<string> {
    const { ID_EMULATOR_TOKEN_URL: url, ID_EMULATOR_CLIENT_ID: id, ID_EMULATOR_CLIENT_SECRET: secret } = this.env;
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: id!, client_secret: secret! });
    const { data } = await axios.post(url!, form, { timeout: 5000 });
    return (this.#token = data.access_token);
  }
}

export function createApi(env: NodeJS.ProcessEnv = process.env, session = new Session(env)): AxiosInstance {
  const api = axios.create({ baseURL: env.ID_EMULATOR_API_URL, timeout: 5000 });
  api.interceptors.request.use(async (call: Call) => {
    call.used = await session.token(call.again ? call.used : undefined);
    call.headers.Authorization = `Bearer ${call.used}`;
    return call;
  });
  api.interceptors.response.use(undefined, async (error: AxiosError) => {
    const call = error.config as Call | undefined;
    if (!call || error.response?.status !== 401 || call.again) throw error;
    call.again = true;
    return api(call);
  });
  return api;
}
