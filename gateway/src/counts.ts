/** Plain numbers, so that counting costs nothing per frame; `metrics.ts` shows them to Prometheus. */
export class Counts {
  opened = 0;
  frames = 0;
  reports = 0;
  acknowledged = 0;
  /** reports storage refused: not acknowledged, the device sends again */
  unstored = 0;
  unregistered = 0;
  identityMismatches = 0;
  /** bytes or frames dropped, by reason */
  readonly refused: Record<string, number> = {};
  /** messages kept and not understood, by reason */
  readonly notUnderstood: Record<string, number> = {};
  /** connections ended, by reason */
  readonly closed: Record<string, number> = {};
  /** what became of commands on the way to a lock, and of answers */
  readonly commands: Record<string, number> = {};
  /** what became of firmware on the way to a lock */
  readonly upgrades: Record<string, number> = {};
}

export function bump(counts: Record<string, number>, reason: string): void {
  counts[reason] = (counts[reason] ?? 0) + 1;
}
