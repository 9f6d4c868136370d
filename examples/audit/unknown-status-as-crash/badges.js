/** Mistake: it looks up the colour of a status in a table, and crashes on a status that is not in it. */

import { request } from '../shared/request.js';
import { Session } from '../shared/session.js';

const BADGES = {
  strong: { label: 'Verified', colour: 'green' },
  moderate: { label: 'Verified', colour: 'orange' },
  weak: { label: 'Outdated', colour: 'orange' },
  archived: { label: 'Archived', colour: 'grey' },
  revoked: { label: 'Revoked', colour: 'red' },
  expired: { label: 'Expired', colour: 'red' },
  not_found: { label: 'Not found', colour: 'red' },
};

export class Badges {
  constructor(service) {
    this.service = service;
    this.session = new Session(service);
  }

  async badgeOf(contractId) {
    const body = { contractId };
    const { token } = await this.session.call('/verification/generate-link', { method: 'POST', body });
    const { ok, status, data } = await request(`${this.service.apiUrl}/verification/check/${token}`);
    if (status === 404 || status === 410) return '<span class="grey">No longer there</span>';
    if (!ok) throw new Error(`The check of the link failed: ${status}`);
    const { label, colour } = BADGES[data.status];
    return `<span class="${colour}">${label}</span>`;
  }
}
