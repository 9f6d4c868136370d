/** The project's own lint rules, for `.oxlintrc.json`. */

import { ambient } from './ambient.js';
import { commentSubjects } from './comment-subjects.js';
import { commentWidth } from './comment-width.js';
import { errorNames } from './error-names.js';
import { linearExpressions } from './linear-expressions.js';
import { ownNames } from './own-names.js';
import { paragraphs } from './paragraphs.js';
import { serviceNames } from './service-names.js';

export default {
  meta: { name: 'project' },
  rules: {
    ambient,
    'comment-subjects': commentSubjects,
    'comment-width': commentWidth,
    'error-names': errorNames,
    'linear-expressions': linearExpressions,
    'own-names': ownNames,
    paragraphs,
    'service-names': serviceNames,
  },
};
