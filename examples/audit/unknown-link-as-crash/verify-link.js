/** Mistake: it reads the body of a check without a look at the status, so an unknown link is a crash. */

import { request } from '../shared/request.js';
import { Session } from '../shared/session.js';

export class Verification {
  constructor(service) {
    this.session = new Session(service);
    this.checkUrl = `${service.apiUrl}/verification/check`;
  }

  async start(contractId) {
    return await this.session.call('/verification/generate-link', { method: 'POST', body: { contractId } });
  }

  async result(linkToken) {
    const { data } = await request(`${this.checkUrl}/${encodeURIComponent(linkToken)}`);
    return { isGood: data.isActive, label: `${data.status} (${data.color})` };
  }
}
