import { useCallback, useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The page's search parameters. A page that was left changes them no more: until the next one is drawn it is still there,
 * and what it has waiting, letters that were typed a moment ago, would lead back to it.
 */
export const useOwnAddress = (): ReturnType<typeof useSearchParams> => {
  const [address, setAddress] = useSearchParams();
  const own = useRef('');
  useLayoutEffect(() => {
    own.current = window.location.pathname;
  }, []);
  const set = useCallback<typeof setAddress>(
    (...change) => {
      if (window.location.pathname === own.current) setAddress(...change);
    },
    [setAddress],
  );
  return [address, set];
};
