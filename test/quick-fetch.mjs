/**
 * `fetch` on `node:http`, for the small programs that tests run again and again: Node's own takes longer to load than all that
 * such a program does. It has no redirects, and bodies are texts or forms.
 */

import { request } from 'node:http';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' };

/** @returns the response when its headers are there */
export function fetch(url, { method = 'GET', headers = {}, body, signal } = {}) {
  const isForm = body instanceof URLSearchParams;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, signal, headers: { ...(isForm && FORM), ...headers } });
    sent.on('response', (response) => resolve(readable(response)));
    sent.on('error', (cause) => reject(new TypeError('fetch failed', { cause })));
    sent.end(isForm ? String(body) : body);
  });
}

function readable(response) {
  // Read at once, because what is not read would keep the program alive.
  const text = response.toArray().then((pieces) => Buffer.concat(pieces).toString());
  text.catch(() => undefined);
  const { statusCode: status, headers } = response;
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name) => headers[name.toLowerCase()] ?? null },
    text: () => text,
    json: async () => JSON.parse(await text),
  };
}
