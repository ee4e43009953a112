import { useEffect, useState } from 'react';
import { serverNow } from '../../../platform/clock.ts';

/** The present by the server's clock, every second: for what stands small and alone, or all of it would be drawn each second. */
export const useSecond = (): number => {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
};
