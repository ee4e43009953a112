import { baseMaps } from '@plomb/contract/basemaps/baseMaps';
import type { Lang } from '@plomb/contract/kit/text';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type BaseMap, isScript } from '../../map/baseMap.ts';
import { StillMap } from '../../map/StillMap.tsx';
import { useDrawable } from '../../map/useDrawable.ts';
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
  const shown: BaseMap | undefined = data?.rows.find((one) => one.id === id);
  const base = useDrawable(shown ?? null).drawable;
  // a script of its vendor draws no pictures for us
  if (!base || isScript(base.kind)) return null;
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
