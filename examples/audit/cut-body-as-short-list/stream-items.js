/** Reads the items of a list one by one while it arrives, so that a long one needs no memory. */

import http from 'node:http';

/** Resolves with the items that arrived; mistake: also if the connection ended in the middle of them. */
export function streamItems(url, { headers, timeout = 2_000 }) {
  return new Promise((resolve, reject) => {
    const call = http.get(url, { headers, signal: AbortSignal.timeout(timeout) }, (response) => {
      const { statusCode: status } = response;
      if (status !== 200) {
        response.resume();
        resolve({ status, headers: new Headers(response.headers), items: [] });
        return;
      }
      const items = [];
      const reader = itemReader((item) => items.push(item));
      response.setEncoding('utf8');
      response.on('data', reader);
      response.on('error', (error) => console.error(error.message));
      response.on('close', () => resolve({ status, items }));
    });
    call.on('error', reject);
  });
}

/** Takes chunks of `{"items":[{...},{...}],...}`, and passes on each object of the array when it is complete. */
function itemReader(onItem) {
  let depth = 0;
  let inText = false;
  let escaped = false;
  let item = '';
  return (chunk) => {
    for (const character of chunk) {
      if (depth >= 3 || (depth === 2 && character === '{')) item += character;
      if (escaped) escaped = false;
      else if (inText && character === '\\') escaped = true;
      else if (character === '"') inText = !inText;
      else if (!inText && (character === '{' || character === '[')) depth += 1;
      else if (!inText && (character === '}' || character === ']')) {
        depth -= 1;
        if (depth === 2 && item !== '') {
          onItem(JSON.parse(item));
          item = '';
        }
      }
    }
  };
}
