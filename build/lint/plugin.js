/** The project's own lint rules, for `.oxlintrc.json`. */

import { ambient } from './ambient.js';
import { linearExpressions } from './linear-expressions.js';
import { serviceNames } from './service-names.js';
import { textOnly } from './text-only.js';

export default {
  meta: { name: 'project' },
  rules: { ambient, 'linear-expressions': linearExpressions, 'service-names': serviceNames, 'text-only': textOnly },
};
