import { useEffect, useEffectEvent } from 'react';
import { type Dictionary, useDictionary } from '../../platform/dictionaries.ts';
import type { MapHandle } from '../../ui/map/handle.ts';
import type { Change, Shown } from './board.ts';
import { lockMark } from './lockMarks.ts';
import { board, onBoard } from './theBoard.ts';

const marksOf = (shown: Iterable<Shown>, kinds: Dictionary) =>
  Array.from(shown, (s) => lockMark(s, kinds.word)).filter((m) => m !== null);

/** Keeps the map's locks equal to those that pass the filter, telling it only what changed, past any rendering. */
export const useMarks = (handle: MapHandle | null, selected: number | null): void => {
  const kinds = useDictionary('alarm_kind');
  /** the chosen lock stays visible, whatever the filters say */
  const kept = (): Shown | undefined => (selected === null ? undefined : board.all.get(selected));
  const drawAll = useEffectEvent((map: MapHandle) => {
    const chosen = kept();
    const extra = chosen && !board.passed.has(chosen.lock.id) ? [chosen] : [];
    map.locks.replace([...marksOf(board.passed.values(), kinds), ...marksOf(extra, kinds)]);
  });
  const follow = useEffectEvent((map: MapHandle, { put, gone }: Change) => {
    const chosen = kept();
    const marks = marksOf(put, kinds);
    const stays = chosen && !board.passed.has(chosen.lock.id) ? marksOf([chosen], kinds) : [];
    // one that lost its position is drawn nowhere
    const lost = marks.length < put.length ? put.filter((s) => s.lock.lon === null || s.lock.lat === null) : [];
    const away = [...gone, ...lost.map((s) => s.lock.id)];
    if (away.length > 0) map.locks.remove(away);
    if (marks.length + stays.length > 0) map.locks.put([...marks, ...stays]);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice or language draws all anew
  useEffect(() => {
    if (handle) drawAll(handle);
  }, [handle, kinds, selected]);
  useEffect(() => (handle ? onBoard((change) => follow(handle, change)) : undefined), [handle]);
};
