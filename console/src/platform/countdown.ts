import { useEffect, useState } from 'react';
import { serverNow } from './clock.ts';

const left = (until: number): number => Math.max(0, Math.ceil((until - serverNow()) / 1000));

/** Seconds until a moment (ms, by the server's clock), counted down to 0. */
export const useCountdown = (until: number): number => {
  const [seconds, setSeconds] = useState(() => left(until));
  useEffect(() => {
    setSeconds(left(until));
    if (left(until) === 0) return;
    const timer = setInterval(() => {
      setSeconds(left(until));
      if (left(until) === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
};
