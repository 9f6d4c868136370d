/** The inspector: a page that shows what a client did, and why it got its response. */

import { render } from 'preact';
import { App } from './app.js';
import { findRecording, openDroppedFiles } from './state/bundles.js';
import { followAddress } from './state/route.js';
import { followExchanges } from './state/exchanges.js';
import { followSearch } from './state/search.js';
import { listenToKeys } from './state/keys.js';

followAddress();
findRecording();
followExchanges();
followSearch();
listenToKeys();
openDroppedFiles();
render(<App />, document.body);
