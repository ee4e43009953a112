import { useEffect, useState } from 'react';

/** What was typed, once the typing pauses. */
export const useSettled = (typed: string, pause: number): string => {
  const [settled, settle] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), pause);
    return () => clearTimeout(timer);
  }, [typed, pause]);
  return settled;
};
