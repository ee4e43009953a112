import type { MenuSeeds } from '../kit/menu.ts';
import { cards } from './cards.ts';

export const cardCalls = { cards };

export const cardMenu = {
  card: { title: { zh: 'IC 卡', en: 'IC cards' }, view: 'cards/CardsPage', icon: 'card', parent: 'devices' },
} as const satisfies MenuSeeds;
