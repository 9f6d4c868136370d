/** The project's own lint rules, for `.oxlintrc.json`. */

import { ambient } from './ambient.js';
import { serviceNames } from './service-names.js';

export default { meta: { name: 'project' }, rules: { ambient, 'service-names': serviceNames } };
