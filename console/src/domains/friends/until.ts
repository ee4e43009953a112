import type { AuthorisationRow, AuthorisationState } from '@plomb/contract/friends/authorisations';

const neverHeld: readonly AuthorisationState[] = ['declined', 'withdrawn', 'lapsed'];

/** Until when it holds, or held: one that was ended no longer than that. `null`: permanent; `undefined`: it never held. */
export const untilOf = ({
  state,
  until_time,
  end_time,
}: Pick<AuthorisationRow, 'state' | 'until_time' | 'end_time'>): string | null | undefined =>
  neverHeld.includes(state) ? undefined : state === 'ended' ? end_time : until_time;
