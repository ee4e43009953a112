import { useEffect, useEffectEvent, useState } from 'react';

export const paces = [1, 2, 4, 8, 16] as const;
export type Pace = (typeof paces)[number];

/** Between two pictures: a screen that draws more often shows nothing more. */
const FRAME = 40;

/** One cursor that goes through a window: by itself while it plays, and wherever it is put. */
export const usePlayback = ({ from, to }: { from: number; to: number }, begin: number | null) => {
  const within = (at: number): number => Math.min(Math.max(at, from), to);
  const [cursor, setCursor] = useState(within(begin ?? from));
  const [playing, setPlaying] = useState(false);
  const [pace, setPace] = useState<Pace>(8);
  const window = `${from}-${to}`;
  const [shown, setShown] = useState(window);
  // another window begins at its beginning, and goes on if the one before did
  if (shown !== window) {
    setShown(window);
    setCursor(within(begin ?? from));
  }
  const go = useEffectEvent((ms: number) => {
    const next = within(cursor + ms * pace);
    setCursor(next);
    if (next === to) setPlaying(false);
  });
  useEffect(() => {
    if (!playing) return;
    let before = performance.now();
    let frame = requestAnimationFrame(function draw(now) {
      if (now - before >= FRAME) {
        go(now - before);
        before = now;
      }
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);
  return {
    cursor,
    playing,
    pace,
    setPace,
    toggle(): void {
      if (!playing && cursor === to) setCursor(from);
      setPlaying(!playing);
    },
    /** puts it somewhere: whoever does that looks there */
    seek(at: number): void {
      setPlaying(false);
      setCursor(within(at));
    },
  };
};
