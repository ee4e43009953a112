import { baseMaps } from '@plomb/contract/basemaps/baseMaps';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { send } from '../platform/client.ts';
import { byServer, serverNow } from '../platform/clock.ts';
import { useBarred } from '../platform/release.ts';
import { useSettings } from '../platform/settings.ts';
import type { BaseMap } from './baseMap.ts';
import { GOOGLE, openGoogle, withSession } from './google.ts';

/** A style is read again when it was saved: a page hears of that as of all else. */
const AGAIN_MS = 5 * 60_000;

/** What a map can be drawn by at all; what of it does not come is found out by drawing. */
const isStyle = (text: string): boolean => {
  try {
    const { sources, layers } = JSON.parse(text) as { sources?: unknown; layers?: unknown };
    return typeof sources === 'object' && sources !== null && Array.isArray(layers);
  } catch {
    return false;
  }
};

/** The base map with all that it is drawn by; null until that is known. */
export const useDrawable = (base: BaseMap | null) => {
  const lang = useSettings((s) => s.lang);
  const google = base?.kind === 'google' ? base : null;
  const session = useQuery({
    enabled: google !== null,
    queryKey: ['google tiles', google?.key, lang],
    queryFn: () => openGoogle(google?.key ?? '', lang, serverNow()),
    staleTime: ({ state: { data } }) => (data ? Math.max(0, data.renew - serverNow()) : 0),
    // a map on a wall is looked at by nobody's window
    refetchInterval: ({ state: { data } }) => (data ? Math.max(1000, data.renew - serverNow()) : false),
    refetchIntervalInBackground: true,
    retry: false,
  });
  const isBarred = useBarred(({ servers }) => servers.includes(GOOGLE));
  const styled = base?.kind === 'style' ? base : null;
  const style = useQuery({
    enabled: styled !== null,
    queryKey: [baseMaps.style.path, styled?.id],
    queryFn: async ({ signal }) => {
      const told = await send(baseMaps.style, { id: styled?.id ?? 0 }, { quiet: true, signal });
      if (!isStyle(told.style)) throw new TypeError('what its address answers is no style');
      return told;
    },
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
  });
  const drawable = useMemo(() => {
    if (google) return session.data ? withSession(google, session.data.session) : null;
    if (styled) return style.data ? { ...styled, style: style.data.style } : null;
    return base;
  }, [base, google, session.data, styled, style.data]);
  return {
    drawable,
    /** the text of its style did not come, or is none */
    failed: styled !== null && style.isError && !style.data,
    /** the vendor does not take the key, or this page may not ask it: its policy is older than the base map */
    refused: session.isError && !session.data ? (isBarred ? ('barred' as const) : ('refused' as const)) : null,
    /** what was told for a while is not taken any more: it is asked for anew, where that may help */
    renew: (): boolean => {
      // one that was just told is not what is wrong
      const isOld = session.data && serverNow() - Date.parse(byServer(session.dataUpdatedAt)) > 60_000;
      if (isOld) void session.refetch();
      return Boolean(isOld);
    },
  };
};
