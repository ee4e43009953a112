import { baseMaps } from '@plomb/contract/basemaps/baseMaps';
import type { Lang } from '@plomb/contract/kit/text';
import { Button, InputNumber } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BaseMap, isScript } from '../../map/baseMap.ts';
import { metresBetween } from '../../map/draw/drawn.ts';
import { useDrawable } from '../../map/useDrawable.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { LookPicture } from './LookPicture.tsx';
import { useLandmark, useLook, useMapsChanged, useShownMaps } from './useTrials.ts';
import './baseMaps.css';

const languages: readonly Lang[] = ['zh', 'en'];

/** A landmark on this map in both languages: right where the ring is, or its datum is another one. Of a map that has no landmark, all of it. */
export const Previews = ({ id }: { id: number }) => {
  const { t } = useTranslation('basemaps');
  const mayKeep = useMay()(baseMaps.tried);
  const [landmark] = useLandmark();
  const changed = useMapsChanged();
  const field = useId();
  const [metres, setMetres] = useState<number | null>(null);
  const shown: BaseMap | undefined = useShownMaps()?.find((one) => one.id === id);
  const base = useDrawable(shown ?? null).drawable;
  const look = useLook(base);
  // a script of its vendor draws no pictures for us
  if (!base || isScript(base.kind) || !look) return null;
  const measures = mayKeep && look.isLandmark;
  const keep = async (): Promise<void> => {
    if (metres === null) return;
    await send(baseMaps.tried, { id, landmark_metres: metres });
    await changed();
    said(t('measured'));
  };
  return (
    <section className="base-map-previews" aria-label={landmark.name}>
      {languages.map((lang) => (
        <figure key={lang}>
          <LookPicture
            {...{ base, look, lang }}
            onPoint={measures ? (at) => setMetres(Math.round(metresBetween(landmark.at, at))) : undefined}
          />
          <figcaption>{t(lang)}</figcaption>
        </figure>
      ))}
      {!look.isLandmark && <p>{t('pictureWhole')}</p>}
      {measures && (
        <div className="base-map-measure">
          <label htmlFor={field}>{t('measureHint', { name: landmark.name })}</label>
          <span>
            <InputNumber<number>
              id={field}
              min={0}
              max={100_000}
              precision={0}
              suffix="m"
              value={metres}
              onChange={setMetres}
            />
            <Button disabled={metres === null} onClick={() => void keep().catch(() => undefined)}>
              {t('measureKeep')}
            </Button>
          </span>
        </div>
      )}
    </section>
  );
};
