import type { cardMatrix } from '@plomb/contract/cards/matrix';
import type { RuleArea } from '@plomb/contract/cards/rules';
import type { OutputOf } from '@plomb/contract/kit/call';
import { headOf } from '../../lock/names.ts';
import type { LockMark } from '../../map/marks.ts';

export type CardOpens = OutputOf<typeof cardMatrix.card>;

/** Areas in which a card opens by the rules that are in force; one that is disabled or being deleted opens by none. */
export const areasIn = ({ card, rules }: CardOpens): RuleArea[] =>
  rules.flatMap(({ in_force, areas }) => (in_force && card.usable ? areas : []));

/** Its locks where they were last. */
export const marksOf = ({ locks }: CardOpens): LockMark[] =>
  locks.flatMap(({ device_id, lon, lat, lock_status, connection, ...lock }) =>
    lon === null || lat === null
      ? []
      : [
          {
            id: device_id,
            at: [lon, lat] as const,
            status: lock_status,
            held: false,
            connection,
            heading: null,
            alarm: false,
            outOfUse: false,
            label: headOf(lock) || lock.sn,
          },
        ],
  );
