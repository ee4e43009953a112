import type { CardOpens, CellStanding, SyncCause, SyncState } from '@plomb/contract/cards/matrix';
import { byRules, isInHours } from '../../ingest/swipe.ts';

export interface CellFacts {
  /** of the rules: they want it there, or want it no more; null: they never did */
  rule: 'wanted' | 'past' | null;
  /** how surely the lock holds it */
  known: 'told' | 'taken' | 'perhaps' | null;
  /** the newest order about it that has not ended */
  order: 'add_cards' | 'delete_cards' | null;
  /** of the lock; null: no rule is for it */
  state: SyncState | null;
  cause: SyncCause | null;
  confined: boolean;
  connected: boolean;
}

/** How a card stands to a lock; null: it is not there, and is not to be. */
export const cellStanding = ({ rule, known, order, state, confined, connected }: CellFacts): CellStanding | null => {
  const isHeld = known === 'told' || known === 'taken';
  const isOff = state === 'drift';
  // it opens until it has gone, also while the lock sleeps
  if (rule === 'past') return isOff ? 'drift' : 'removing';
  if (order === 'delete_cards') return 'removing';
  if (isHeld) {
    // what the lock did not tell itself is not certain where it tells another count
    if (isOff && known === 'taken') return 'drift';
    return confined ? 'area' : 'synced';
  }
  if (rule === 'wanted') {
    if (isOff) return 'drift';
    if (state === 'unable') return 'unable';
    return connected ? 'pushing' : 'waits';
  }
  if (order === 'add_cards') return connected ? 'pushing' : 'waits';
  return known === 'perhaps' ? 'doubt' : null;
};

/** Whether the lock may hold it: also what is to go from there, for it opens until it has gone. */
export const mayHold = ({ rule, known }: Pick<CellFacts, 'rule' | 'known'>): boolean =>
  known !== null || rule === 'past';

export interface OpensFacts {
  standing: CellStanding;
  mayHold: boolean;
  /** of the lock */
  confined: boolean;
  drift: boolean;
  /** the place is of now, and inside of an area the lock keeps; null: nobody knows where it is, or which it keeps */
  inLock: boolean | null;
  /** inside an area that a rule in force gives this very card */
  inRule: boolean;
  /** a rule wants it there */
  ruled: boolean;
  inHours: boolean;
  /** nothing of its organisation is to open now, which a lock does not know */
  frozen: boolean;
}

/** What a lock would do with a card at this moment. */
export const cardOpens = (facts: OpensFacts): CardOpens => {
  const opens = byLock(facts);
  return facts.frozen && (opens === 'opens' || opens === 'everywhere') ? 'frozen' : opens;
};

const byLock = (facts: OpensFacts): CardOpens => {
  const { standing, confined, drift, inLock, inRule, ruled, inHours } = facts;
  if (!facts.mayHold) return 'no';
  if (confined && inLock === false) return 'outside';
  if (drift || (standing !== 'synced' && standing !== 'area')) return 'uncertain';
  if (!confined) return 'everywhere';
  if (inLock === null) return 'uncertain';
  if (!ruled) return 'opens';
  const { verdict } = byRules({
    open: inHours || !inRule,
    here: inRule ? (inHours ? 'open' : 'closed') : 'no',
    inOthers: true,
    unseen: false,
  });
  return verdict === 'rule' ? 'opens' : verdict === 'hours' ? 'hours' : 'elsewhere';
};

export { isInHours };
