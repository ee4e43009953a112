/** Cards that one order gives, and that one page of a lock's list has. */
const CARDS_OF_ORDER = 20;

/** About how many orders one lock gets by a rule: its list is read, each area set, the lock confined, its cards given and read again. */
export const ordersOfRule = ({ areas, cards }: { areas: number; cards: number }): number =>
  1 + areas + 1 + 2 * Math.ceil(cards / CARDS_OF_ORDER);
