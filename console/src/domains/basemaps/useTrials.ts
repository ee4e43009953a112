import { baseMaps } from '@plomb/contract/basemaps/baseMaps';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import type { BaseMap } from '../../map/baseMap.ts';
import { triedAt, tryBase } from '../../map/tryBase.ts';
import { send } from '../../platform/client.ts';
import { notify, serverErrorTime } from '../../platform/notices.ts';
import { useScreenPreference } from '../../platform/screenPreferences.ts';
import { useSettings } from '../../platform/settings.ts';
import { mostAtOnce } from '../../ui/table/batch.ts';
import { type Landmark, readLandmark } from './landmark.ts';

/** Base maps that are being tried, the one that is drawn now first. */
export const useTrying = create<{ ids: readonly number[] }>(() => ({ ids: [] }));

/** What this person's maps offer, in the order in which they follow. */
export const useShownMaps = () =>
  useQuery({
    // beside the list: read again with it, whoever changes it
    queryKey: [baseMaps.list.path, 'shown'],
    queryFn: ({ signal }) => send(baseMaps.shown, {}, { quiet: true, signal }),
    staleTime: 60_000,
  }).data?.rows;

/** Those of them that are its organisation's own: what others share is theirs to put in order and to try. */
export const useOwnMaps = () => {
  const shown = useShownMaps();
  const listed = useQuery({
    queryKey: [baseMaps.list.path, 'all'],
    queryFn: ({ signal }) => send(baseMaps.list, { size: mostAtOnce }, { quiet: true, signal }),
    staleTime: 60_000,
  }).data?.rows;
  return shown && listed && shown.filter(({ id }) => listed.some((one) => one.id === id));
};

/** The place that maps are judged by: the Oriental Pearl Tower until somebody knows a better one. */
export const useLandmark = (): [Landmark, (next: Landmark | null) => void] => {
  const { t } = useTranslation('basemaps');
  const [own, choose] = useScreenPreference('baseMaps.landmark', readLandmark);
  return [own ?? { name: t('tower'), at: [121.4952, 31.2419] }, choose];
};

/** Where a base map is looked at, and whether that is the landmark; undefined until its file has said what it covers. */
export const useLook = (base: BaseMap | null) => {
  const [{ at }] = useLandmark();
  const { data } = useQuery({
    enabled: base !== null,
    queryKey: ['looked at', base?.id, base?.tiles.en, ...at],
    queryFn: () => (base ? triedAt(base, at) : null),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data && { ...data, isLandmark: data.at.every((degrees, i) => degrees === at[i]) };
};

/** Reads again what is known of base maps, here and on maps. */
export const useMapsChanged = () => {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [baseMaps.list, baseMaps.detail, baseMaps.shown].map(({ path }) =>
        queries.invalidateQueries({ queryKey: [path] }),
      ),
    );
};

/** Tries base maps in this browser, one after the other, and keeps what was found of each. */
export const useTrials = () => {
  const { t } = useTranslation('basemaps');
  const lang = useSettings((s) => s.lang);
  const own = useOwnMaps();
  const [landmark] = useLandmark();
  const changed = useMapsChanged();
  const run = async (ids: readonly number[]): Promise<void> => {
    if (useTrying.getState().ids.length > 0) return;
    useTrying.setState({ ids });
    try {
      for (const id of ids) {
        const base = own?.find((one) => one.id === id);
        if (base) {
          const { found, ms } = await tryBase(base, landmark.at, lang);
          if (found === 'barred') notify('error', t('barred', { name: base.base_map_name }), serverErrorTime);
          else await send(baseMaps.tried, { id, tried: { found, ms } });
          await changed();
        }
        useTrying.setState(({ ids }) => ({ ids: ids.filter((one) => one !== id) }));
      }
    } catch {
      // said by the client; what was found before is kept
    } finally {
      useTrying.setState({ ids: [] });
    }
  };
  return { run, own };
};
