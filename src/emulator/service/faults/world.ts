/** Changes the world around a successful call, so that the data that the client has read is out of date. */

import { WORLD_CHANGES } from '../../domain/world/world-changes.js';
import type { FaultPerformer } from './fault-performer.js';

export const performWorld: FaultPerformer<'world'> = ({ change, after = 0, rows = 1 }, { exchange }, next) => {
  if (change === 'request-shows-later') return next({ requestShowsAfter: after });
  if (change === 'call-arrives-twice') {
    next();
    return next();
  }

  const { sandbox } = exchange;
  const known = sandbox.world.history.length;
  const response = next();
  if (response.status < 400) WORLD_CHANGES[change](sandbox, { body: response.body, known, after, rows });

  return response;
};
