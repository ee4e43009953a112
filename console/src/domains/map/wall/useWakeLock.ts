import { useEffect, useState } from 'react';

/**
 * Keeps the screen from going dark for as long as this is shown. false: the browser cannot or will not. A browser lets go of
 * it when the window is covered, so it is asked for again.
 */
export const useWakeLock = (): boolean => {
  const [awake, setAwake] = useState(true);
  useEffect(() => {
    let sentinel: WakeLockSentinel | null = null;
    let gone = false;
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || (sentinel && !sentinel.released)) return;
      try {
        const got = await navigator.wakeLock.request('screen');
        if (gone) return void got.release();
        sentinel = got;
        setAwake(true);
      } catch {
        if (!gone) setAwake(false);
      }
    };
    const again = (): void => void ask();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', again);
      void sentinel?.release();
    };
  }, []);
  return awake;
};
