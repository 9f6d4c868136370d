/** How wide the page is. The style sheets use the same border. */

import { signal } from '@preact/signals';

const narrow = matchMedia('(max-width: 899px)');

export const isNarrow = signal(narrow.matches);

narrow.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});
