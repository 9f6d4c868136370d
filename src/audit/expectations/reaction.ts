/** The reactions of clients to faults. */

import { specDocument } from '../../contract/documents/prepared.js';
import type { AuditOrder, Reaction } from '../audit-types.js';

/** All reactions, in the order of the documentation. */
export const { reactions: REACTIONS } = specDocument('audit-order') as AuditOrder;

/** Reactions that accuse no client, at any fault. Reports show them separately from findings. */
export const WITHOUT_ACCUSATION: ReadonlySet<Reaction> = new Set(['not observed', 'test gap', 'note', 'recovered']);

/** Reactions without a second request. After a test gap, a second request may still come: a write may show later. */
export const HAS_NOT_ASKED_AGAIN: ReadonlySet<Reaction> = new Set(['hung', 'gave up', 'swallowed']);
