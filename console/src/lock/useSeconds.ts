import { useEffect, useState } from 'react';
import { serverNow } from '../platform/clock.ts';

/** The present, renewed each second for as long as something counts down. */
export const useSeconds = (running: boolean): number => {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    if (!running) return;
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return now;
};
