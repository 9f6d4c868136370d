/** Mistake: it retries after 429 with pauses of its own, and ignores Retry-After. */

export class Http {
  constructor({ baseURL, timeout = 2_000, retries = 5 }) {
    this.baseURL = baseURL;
    this.timeout = timeout;
    this.retries = retries;
    this.defaults = { headers: {} };
  }

  get(url, config) {
    return this.request({ ...config, method: 'GET', url });
  }

  post(url, data, config) {
    return this.request({ ...config, method: 'POST', url, data });
  }

  async request({ method, url, data, headers }, attempt = 0) {
    const isForm = data instanceof URLSearchParams;
    let response;
    let text;
    try {
      response = await fetch(new URL(url, this.baseURL), {
        method,
        headers: {
          ...(data && !isForm ? { 'content-type': 'application/json' } : {}),
          ...this.defaults.headers,
          ...headers,
        },
        body: data && !isForm ? JSON.stringify(data) : data,
        signal: AbortSignal.timeout(this.timeout),
      });
      text = await response.text();
      if (response.ok) return { status: response.status, data: text === '' ? undefined : JSON.parse(text) };
    } catch (error) {
      if (method !== 'GET' && !isForm) throw error;
      if (attempt >= this.retries) throw error;
      return await this.again({ method, url, data, headers }, attempt);
    }
    const isTransient = response.status === 429 || (response.status >= 500 && (method === 'GET' || isForm));
    if (isTransient && attempt < this.retries) return await this.again({ method, url, data, headers }, attempt);
    throw Object.assign(new Error(`Request failed with status code ${response.status}`), { status: response.status });
  }

  async again(config, attempt) {
    await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
    return await this.request(config, attempt + 1);
  }
}
