import type { MenuSeeds } from '../kit/menu.ts';
import { cards } from './cards.ts';
import { cardMatrix } from './matrix.ts';
import { regionalRules } from './rules.ts';

export const cardCalls = { cards, regionalRules, cardMatrix };

export const cardMenu = {
  card: { title: { zh: 'IC 卡', en: 'IC cards' }, view: 'cards/CardsPage', icon: 'card', parent: 'devices' },
  regionalRule: {
    title: { zh: '刷卡区域', en: 'Card areas' },
    view: 'cards/RegionalRulesPage',
    icon: 'map',
    parent: 'devices',
  },
  cardMatrix: {
    title: { zh: '卡与锁', en: 'Cards and locks' },
    view: 'cards/CardMatrixPage',
    icon: 'distribute',
    parent: 'devices',
  },
  // of cards as of people: it stands behind them
  whoCanOpen: {
    title: { zh: '谁能开锁', en: 'Who can open' },
    view: 'devices/WhoCanOpenPage',
    icon: 'opening',
    parent: 'devices',
  },
} as const satisfies MenuSeeds;
