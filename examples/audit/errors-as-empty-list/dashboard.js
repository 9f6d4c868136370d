/** Mistake: when a list cannot be read, it shows an empty one. */

import { Session } from '../shared/session.js';

export class Dashboard {
  constructor(service) {
    this.session = new Session(service);
  }

  async rows(usernames) {
    return await Promise.all(usernames.map((username) => this.row(username)));
  }

  async row(username) {
    const found = await this.list(`/institutions/me/credentials/resolve?q=${username}`, 'credentials');
    return { username, providers: found.map(({ kycProvider }) => kycProvider) };
  }

  async pending() {
    return await this.list('/institutions/me/users?reqStatus=PENDING', 'items');
  }

  async list(path, member) {
    try {
      // A page must not wait for retries.
      const response = await this.session.send(path, { repeatable: false });
      return response.data[member];
    } catch {
      return [];
    }
  }
}
