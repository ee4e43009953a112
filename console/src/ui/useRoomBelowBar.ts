import { type RefObject, useLayoutEffect, useState } from 'react';
import { create } from 'zustand';

/** Pixels between the bar and what it must not cover. */
const GAP = 8;

/** What stands above every page for as long as it has something to say, wherever it comes from. */
export const useBar = create<{ bar: HTMLElement | null }>(() => ({ bar: null }));

/** How far the bar reaches down into `box`, where it stands across its whole width; 0 while there is none. */
export const useRoomBelowBar = (box: RefObject<HTMLElement | null>, across: boolean): number => {
  const bar = useBar((s) => s.bar);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    if (!bar || !across) return setRoom(0);
    const measure = (): void => {
      const top = box.current?.getBoundingClientRect().top ?? 0;
      setRoom(Math.max(0, bar.getBoundingClientRect().bottom - top + GAP));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(bar);
    return () => observer.disconnect();
  }, [box, across, bar]);
  return room;
};
