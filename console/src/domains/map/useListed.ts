import type { Counts } from '@plomb/contract/map/fleetFilter';
import { useMemo } from 'react';
import { type Area, inArea } from './area.ts';
import { type Bounds, isInside } from './lockFilter.ts';
import type { Shown } from './shown.ts';
import { board, useBoardVersion } from './theBoard.ts';
import type { Seen } from './useFleetView.ts';

interface Listed {
  /** all that pass the filter, as far as they are held here, in their order */
  passed: readonly Shown[];
  /** of them what is listed */
  rows: readonly Shown[];
  counts: Counts;
  inView: number | null;
  total: number;
  /** how many lie in the area; null: there is none, or they are not counted yet */
  inArea: number | null;
}

/** What the list shows and counts: of an area, else of the view where that is asked for, else of all. */
export const useListed = (
  seen: Seen | null,
  { free, area, viewOnly }: { free: Bounds | null; area: Area | null; viewOnly: boolean },
): Listed => {
  const { version } = useBoardVersion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board changes in place; its version says when to read it
  const passed = useMemo(
    () => (seen ? seen.listed.flatMap((id) => board.passed.get(id) ?? []) : board.list(null)),
    [seen, version],
  );
  const within = useMemo(() => {
    if (area) return inArea(area);
    return viewOnly && free ? (shown: Shown) => isInside(shown, free) : null;
  }, [area, viewOnly, free]);
  const visible = useMemo(
    () => (free && !seen ? passed.filter((s) => isInside(s, free)).length : null),
    [passed, seen, free],
  );
  // of a fleet that is not held here the server has looked at the box of an area; a ring is less
  const rows = useMemo(
    () => (within && (!seen || area?.kind === 'ring') ? passed.filter(within) : passed),
    [within, passed, seen, area],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board changes in place; its version says when to read it
  const counts = useMemo(
    () => seen?.counts ?? (within ? board.countsOf(within) : board.counts),
    [seen, within, version],
  );
  const cut = seen && area ? (seen.pending ? null : area.kind === 'ring' ? rows.length : seen.inView) : null;
  return {
    passed,
    rows,
    counts,
    inView: seen?.inView ?? visible,
    total: seen?.total ?? board.all.size,
    inArea: area ? (seen ? cut : rows.length) : null,
  };
};
