import { useCallback, useLayoutEffect } from 'react';
import { useOwnAddress } from '../../ui/useOwnAddress.ts';

/** The address as the page shows it, and as it will be after each change that was made since. */
let shown = '';
let underWay: string[] = [];

const show = (now: string): void => {
  if (now === shown) return;
  shown = now;
  const at = underWay.indexOf(now);
  underWay = at < 0 ? [] : underWay.slice(at + 1);
};

type Change = (alter: (before: URLSearchParams) => URLSearchParams, isStep?: boolean) => void;

/**
 * The address and its change. The router shows a change some time after it was made; what changes it meanwhile begins with
 * what was changed, not with what is shown: else it would take it back.
 */
export const useAddress = (): [URLSearchParams, Change] => {
  const [address, setAddress] = useOwnAddress();
  const text = address.toString();
  useLayoutEffect(() => show(text), [text]);
  const change = useCallback(
    (alter: Parameters<Change>[0], isStep = false) => {
      const next = alter(new URLSearchParams(underWay.at(-1) ?? shown));
      // said again even if it is what was said last: a page behind another tab is not heard
      if (underWay.at(-1) !== next.toString()) underWay.push(next.toString());
      // a step is gone back by the browser's button; one that says nothing new is none
      setAddress(next, { replace: !isStep || next.toString() === shown });
    },
    [setAddress],
  );
  return [address, change];
};
