import { type UIEvent, useState } from 'react';

/** Pixels of a page that make it long enough for the header to go: less, and its going would scroll the page back. */
const longEnough = 240;
const scrolledAway = 96;

/**
 * Without a fixed header, bar and tabs scroll away with the page and come back at its top. Pages scroll inside
 * themselves (lists keep their header and pager in sight), so the shell listens and folds its own rows.
 */
export const useHeaderAway = (fixed: boolean) => {
  const [away, setAway] = useState(false);
  return {
    away: away && !fixed,
    back: () => setAway(false),
    onScrollCapture: (event: UIEvent) => {
      if (fixed || !(event.target instanceof HTMLElement)) return;
      const { scrollTop, scrollHeight, clientHeight } = event.target;
      if (scrollTop < 8) setAway(false);
      else if (scrollTop > scrolledAway && scrollHeight - clientHeight > longEnough) setAway(true);
    },
  };
};
