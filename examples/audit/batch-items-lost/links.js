/** Mistake: it takes the links of a batch that succeeded, and drops the items that failed. */

import { Session } from '../shared/session.js';

export class Links {
  constructor(service) {
    this.session = new Session(service);
  }

  async create(contractIds) {
    const { results } = await this.session.call('/verification/generate-links-batch', {
      method: 'POST',
      body: { requests: contractIds.map((contractId) => ({ contractId })) },
    });
    return results.filter(({ result }) => result).map(({ result }) => result.verificationUrl);
  }
}
