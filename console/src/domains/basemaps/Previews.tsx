import { baseMaps } from '@plomb/contract/basemaps/baseMaps';
import type { Lang } from '@plomb/contract/kit/text';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BaseMap } from '../../map/baseMap.ts';
import { StillMap } from '../../map/StillMap.tsx';
import { send } from '../../platform/client.ts';
import { useDark } from '../../platform/settings.ts';
import './baseMaps.css';

/** Oriental Pearl Tower: what a map draws there is where it stands, or the datum is wrong. */
const LANDMARK = [121.4952, 31.2419] as const;
const languages: readonly Lang[] = ['zh', 'en'];

/** A landmark on this map in both languages: right where the ring is, or its datum is another one. */
export const Previews = ({ id }: { id: number }) => {
  const { t } = useTranslation('basemaps');
  const mode = useDark() ? 'dark' : 'light';
  const { data } = useQuery({
    queryKey: [baseMaps.shown.path],
    queryFn: ({ signal }) => send(baseMaps.shown, {}, { quiet: true, signal }),
    staleTime: 60_000,
  });
  const base: BaseMap | undefined = data?.rows.find((one) => one.id === id);
  if (!base || base.tiles.zh.length === 0) return null;
  return (
    <div className="base-map-previews">
      {languages.map((lang) => (
        <figure key={lang}>
          <StillMap
            at={LANDMARK}
            lang={lang}
            mode={mode}
            label={t('preview', { lang: t(lang) })}
            base={base}
            zoom={13}
          />
          <figcaption>{t(lang)}</figcaption>
        </figure>
      ))}
    </div>
  );
};
