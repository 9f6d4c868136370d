/** Mistake: it has no timeout, so it waits for ever for a response that does not come. */

import { setTimeout as sleep } from 'node:timers/promises';
import { demandedPause } from '../shared/retry-after.js';

const RETRY = { limit: 4, methods: ['GET', 'PUT', 'HEAD', 'DELETE'], statusCodes: [429, 500, 502, 503, 504] };

export function extend({ prefixUrl, headers = {}, retry = RETRY, hooks = {} }) {
  async function send(path, { method = 'GET', json, form, repeatable = retry.methods.includes(method) } = {}) {
    const url = path.startsWith('http') ? path : `${prefixUrl}${path}`;
    for (let attempt = 0; ; attempt++) {
      const authorization = await hooks.authorization?.(url);
      let response;
      let body;
      try {
        response = await fetch(url, {
          method,
          headers: {
            ...headers,
            ...(json && { 'content-type': 'application/json' }),
            ...(authorization && { authorization }),
          },
          body: form ? new URLSearchParams(form) : json && JSON.stringify(json),
        });
        body = response.status === 204 ? undefined : await response.text();
        if (response.ok) return body && JSON.parse(body);
      } catch (error) {
        if (!repeatable || attempt === retry.limit) throw error;
        await sleep(200 * 2 ** attempt);
        continue;
      }
      const isRetried = response.status === 429 || (repeatable && retry.statusCodes.includes(response.status));
      if (!isRetried || attempt === retry.limit)
        throw Object.assign(new Error(`${method} ${url} returned ${response.status}`), { response, authorization });
      await sleep(demandedPause(response.headers) ?? 200 * 2 ** attempt);
    }
  }
  return {
    get: (path, options) => send(path, options),
    post: (path, options) => send(path, { ...options, method: 'POST' }),
  };
}
