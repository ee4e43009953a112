import { useCallback, useLayoutEffect } from 'react';
import { useSearchParams } from 'react-router';

/** The address as the page shows it, and as it will be after each change that was made since. */
let shown = '';
let underWay: string[] = [];

const show = (now: string): void => {
  if (now === shown) return;
  shown = now;
  const at = underWay.indexOf(now);
  underWay = at < 0 ? [] : underWay.slice(at + 1);
};

/**
 * The address and its change. The router shows a change some time after it was made; what changes it meanwhile begins with
 * what was changed, not with what is shown: else it would take it back.
 */
export const useAddress = (): [URLSearchParams, (alter: (before: URLSearchParams) => URLSearchParams) => void] => {
  const [address, setAddress] = useSearchParams();
  const text = address.toString();
  useLayoutEffect(() => show(text), [text]);
  const change = useCallback(
    (alter: (before: URLSearchParams) => URLSearchParams) => {
      const next = alter(new URLSearchParams(underWay.at(-1) ?? shown));
      // said again even if it is what was said last: a page behind another tab is not heard
      if (underWay.at(-1) !== next.toString()) underWay.push(next.toString());
      setAddress(next, { replace: true });
    },
    [setAddress],
  );
  return [address, change];
};
