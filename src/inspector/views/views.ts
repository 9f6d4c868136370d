/** Every view: its title in the navigation, and its component. */

import type { FunctionComponent } from 'preact';
import type { View } from '../state/place.js';
import { ExchangesView } from './exchanges/exchanges-view.js';

export const VIEW_TITLES: Readonly<Partial<Record<View, string>>> = {
  exchanges: 'Exchanges',
};

export const VIEW_COMPONENTS: Readonly<Partial<Record<View, FunctionComponent>>> = {
  exchanges: ExchangesView,
};
