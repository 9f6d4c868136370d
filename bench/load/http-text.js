/** One HTTP exchange, on a connection of its own unless an agent is given. */

import { request } from 'node:http';

const TIMEOUT_MILLISECONDS = 30_000;

/**
 * @param {string} url
 * @param {{ method?: string, headers?: Record<string, string>, body?: string, agent?: import('node:http').Agent }} [options]
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, text: string }>}
 */
export function httpText(url, { method = 'GET', headers = {}, body, agent = false } = {}) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent, timeout: TIMEOUT_MILLISECONDS }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, text: chunks.join('') });
      });
      response.setEncoding('utf8');
    });
    asked.on('timeout', () => asked.destroy(new Error(`no answer to ${method} within ${TIMEOUT_MILLISECONDS} ms`)));
    asked.on('error', reject);
    asked.end(body);
  });
}
