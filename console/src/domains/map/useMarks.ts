import type { FleetCell } from '@plomb/contract/map/map';
import { useEffect, useEffectEvent } from 'react';
import type { MapHandle } from '../../map/handle.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import type { Change } from './board.ts';
import { lockMark } from './lockMarks.ts';
import type { Shown } from './shown.ts';
import { board, onBoard } from './theBoard.ts';

const marksOf = (shown: Iterable<Shown>, words: Parameters<typeof lockMark>[1]) =>
  Array.from(shown, (s) => lockMark(s, words)).filter((m) => m !== null);

const noCells: readonly FleetCell[] = [];

/**
 * Keeps the map's locks equal to those that pass the filter, telling it only what changed, past any rendering. Of a
 * fleet that is not held here only the `drawn` stand for themselves, the others are counted in `cells`.
 */
export const useMarks = (
  handle: MapHandle | null,
  selected: number | null,
  seen: { drawn: ReadonlySet<number>; cells: readonly FleetCell[] } | null,
): void => {
  const isDrawn = ({ lock }: Shown): boolean => !seen || seen.drawn.has(lock.id);
  const [alarm, outOfUse] = [useDictionary('alarm_kind'), useDictionary('out_of_use')];
  const words = { alarm, outOfUse };
  /** the chosen lock stays visible, whatever the filters say */
  const kept = (): Shown | undefined => (selected === null ? undefined : board.all.get(selected));
  const drawAll = useEffectEvent((map: MapHandle) => {
    const chosen = kept();
    const extra = chosen && !(board.passed.has(chosen.lock.id) && isDrawn(chosen)) ? [chosen] : [];
    const passed = seen ? [...board.passed.values()].filter(isDrawn) : board.passed.values();
    map.locks.replace([...marksOf(passed, words), ...marksOf(extra, words)]);
    map.locks.heap(seen?.cells ?? noCells);
  });
  const follow = useEffectEvent((map: MapHandle, change: Change) => {
    const { gone } = change;
    const chosen = kept();
    const put = seen ? change.put.filter((s) => isDrawn(s) || s === chosen) : change.put;
    const marks = marksOf(put, words);
    const stays = chosen && !board.passed.has(chosen.lock.id) ? marksOf([chosen], words) : [];
    // one that lost its position is drawn nowhere
    const lost = marks.length < put.length ? put.filter((s) => s.lock.lon === null || s.lock.lat === null) : [];
    const away = [...gone, ...lost.map((s) => s.lock.id)];
    if (away.length > 0) map.locks.remove(away);
    if (marks.length + stays.length > 0) map.locks.put([...marks, ...stays]);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice, look or language draws all anew
  useEffect(() => {
    if (handle) drawAll(handle);
  }, [handle, alarm, outOfUse, selected, seen]);
  useEffect(() => (handle ? onBoard((change) => follow(handle, change)) : undefined), [handle]);
};
