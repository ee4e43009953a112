import { useEffect, useEffectEvent, useRef } from 'react';
import { type Dictionary, useDictionary } from '../../platform/dictionaries.ts';
import type { MapHandle } from '../../ui/map/handle.ts';
import type { Shown } from './board.ts';
import { lockMark, markChanges } from './lockMarks.ts';

/** Beyond this many leaving at once, drawing all anew is cheaper than taking them out one by one. */
const MANY = 1000;

/** Keeps the map's locks equal to `rows`, telling it only what changed. */
export const useMarks = (handle: MapHandle | null, rows: readonly Shown[], selected: Shown | null): void => {
  const kinds = useDictionary('alarm_kind');
  const drawn = useRef<{ handle: MapHandle | null; words: Dictionary | null; locks: ReadonlyMap<number, Shown> }>({
    handle: null,
    words: null,
    locks: new Map(),
  });
  const draw = useEffectEvent((map: MapHandle) => {
    const next = new Map(rows.map((s) => [s.lock.id, s]));
    // the chosen lock stays visible, whatever the filters say
    if (selected) next.set(selected.lock.id, selected);
    const mark = (s: Shown) => lockMark(s, kinds.word);
    const before = drawn.current;
    const { put, gone } = markChanges(before.locks, next);
    const marks = put.map(mark);
    if (before.handle !== map || before.words !== kinds || gone.length > MANY) {
      map.locks.replace([...next.values()].map(mark).filter((m) => m !== null));
    } else {
      const lost = put.filter((_, i) => marks[i] === null && before.locks.has(put[i]?.lock.id ?? 0));
      if (put.length > 0) map.locks.put(marks.filter((m) => m !== null));
      if (gone.length + lost.length > 0) map.locks.remove([...gone, ...lost.map((s) => s.lock.id)]);
    }
    drawn.current = { handle: map, words: kinds, locks: next };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the event reads them; they say when to draw
  useEffect(() => {
    if (handle) draw(handle);
  }, [handle, rows, selected, kinds]);
};
