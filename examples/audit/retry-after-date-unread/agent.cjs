'use strict';
/** Mistake: it reads Retry-After as a number of seconds only; if it is a date, it does not wait at all. */

const http = require('node:http');

class Agent {
  constructor({ apiUrl, tokenUrl, clientId, clientSecret }) {
    this.apiUrl = apiUrl;
    this.tokenUrl = tokenUrl;
    this.form = `grant_type=client_credentials&client_id=${encodeURIComponent(clientId)}&client_secret=${encodeURIComponent(clientSecret)}`;
    this.token = null;
  }

  async get(path) {
    let response = await this.authorized(path);
    if (response.status === 401 || response.status === 403) {
      this.token = null;
      response = await this.authorized(path);
    }
    return this.data(response, path);
  }

  async authorized(path) {
    if (!this.token) this.token = await this.login();
    return await this.persist('GET', this.apiUrl + path, { Authorization: `Bearer ${this.token}` });
  }

  async login() {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const response = await this.persist('POST', this.tokenUrl, type, this.form);
    return this.data(response, this.tokenUrl).access_token;
  }

  data({ status, json }, path) {
    if (status >= 400) throw new Error(`${path}: unexpected status ${status}`);
    return json;
  }

  async persist(method, url, headers, body) {
    for (let left = 4; ; left--) {
      let pause = 200 * 2 ** (4 - left);
      try {
        const response = await this.send(method, url, headers, body);
        if (response.status < 429 || left === 0) return response;
        if (response.retryAfter !== undefined) pause = Number.parseInt(response.retryAfter, 10) * 1000;
      } catch (error) {
        if (left === 0) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  send(method, url, headers, body) {
    return new Promise((resolve, reject) => {
      const call = http.request(url, { method, headers, signal: AbortSignal.timeout(2000) }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => {
          const status = response.statusCode;
          try {
            const json = status < 300 ? JSON.parse(text) : undefined;
            resolve({ status, json, retryAfter: response.headers['retry-after'] });
          } catch (error) {
            reject(error);
          }
        });
      });
      call.on('error', reject);
      call.end(body);
    });
  }
}

module.exports = { Agent };
