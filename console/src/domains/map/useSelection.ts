import { useCallback, useEffect, useMemo, useState } from 'react';
import type { LassoShape, MapHandle } from '../../map/handle.ts';
import type { LngLat } from '../../map/marks.ts';
import type { Area } from './area.ts';
import type { Shown } from './shown.ts';

export interface Selection {
  /** somebody is drawing around locks now, in this shape */
  drawing: LassoShape | null;
  /** what is drawn so far */
  drawn: readonly LngLat[] | null;
  draw: (shape: LassoShape | null) => void;
  /** who is selected, of those that are listed; null: nobody is selecting */
  picked: readonly Shown[] | null;
  has: (id: number) => boolean;
  toggle: (id: number) => void;
  /** selected, and not listed any more: nothing is ordered of them */
  gone: number;
  /** all that are listed as soon as they are */
  all: () => void;
  end: () => void;
}

/**
 * Who of an area is selected. It is a list of locks and not an area: who drives in later is not selected, and who
 * leaves the list is not ordered anything.
 */
export const useSelection = (
  handle: MapHandle | null,
  {
    rows,
    settled,
    area,
    setArea,
  }: {
    rows: readonly Shown[];
    /** the rows are those of the area */
    settled: boolean;
    area: Area | null;
    setArea: (area: Area | null) => void;
  },
): Selection => {
  const [drawing, draw] = useState<LassoShape | null>(null);
  const [drawn, setDrawn] = useState<readonly LngLat[] | null>(null);
  const [ids, setIds] = useState<ReadonlySet<number> | 'all' | null>(null);
  useEffect(() => {
    if (!handle || !drawing) return;
    const done = (ring: readonly LngLat[] | null): void => {
      setDrawn(null);
      if (!ring) return;
      draw(null);
      setIds('all');
      setArea({ kind: 'ring', ring });
    };
    const stop = handle.lasso({ drawn: setDrawn, done }, drawing);
    return () => {
      stop();
      setDrawn(null);
    };
  }, [handle, drawing, setArea]);
  const isHere = area !== null;
  useEffect(() => {
    if (ids === 'all' && isHere && settled) setIds(new Set(rows.map(({ lock }) => lock.id)));
  }, [ids, isHere, settled, rows]);
  // without its area a selection is none; the address may be behind by a moment
  useEffect(() => {
    if (!isHere) setIds((now) => (now === 'all' ? now : null));
  }, [isHere]);
  const chosen = ids === 'all' ? null : ids;
  const picked = useMemo(() => chosen && rows.filter(({ lock }) => chosen.has(lock.id)), [chosen, rows]);
  return {
    drawing,
    drawn,
    draw,
    picked,
    has: (id) => chosen?.has(id) === true,
    toggle: useCallback(
      (id: number) =>
        setIds((now) => {
          if (now === null || now === 'all') return now;
          const next = new Set(now);
          if (!next.delete(id)) next.add(id);
          return next;
        }),
      [],
    ),
    gone: chosen && picked ? chosen.size - picked.length : 0,
    all: () => setIds('all'),
    end: () => setIds(null),
  };
};
