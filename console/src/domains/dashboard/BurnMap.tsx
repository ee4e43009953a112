import type { dashboardCalls } from '@plomb/contract/dashboard/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { mapCalls } from '@plomb/contract/map/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { baseSources } from '../../map/baseStyle.ts';
import { mapTexts } from '../../map/mapTexts.ts';
import { useMay } from '../../platform/may.ts';
import { useDark, useSettings } from '../../platform/settings.ts';
import { phoneQuery, useMedia } from '../../ui/useMedia.ts';
import { placeIn, viewOf } from './fit.ts';

const HEIGHT = 260;
/** Beside another panel, and where it has the row for itself. */
const widths = { narrow: 540, wide: 1100 };
/** The base map has nothing new beyond it. */
const CLOSEST = 7.5;

type Place = OutputOf<typeof dashboardCalls.dashboard.alarms>['places'][number];

/** Where the open alarms rang, on a picture of the map that leads to them. */
export const BurnMap = ({ places, wide }: { places: readonly Place[]; wide: boolean }) => {
  const { t } = useTranslation('dashboard');
  const lang = useSettings((s) => s.lang);
  const mode = useDark() ? 'dark' : 'light';
  const may = useMay();
  const phone = useMedia(phoneQuery);
  const width = widths[wide && !phone ? 'wide' : 'narrow'];
  const view = viewOf(
    places.map(({ lon, lat }) => [lon, lat]),
    width,
    HEIGHT,
    CLOSEST,
  );
  const { data, isError } = useQuery({
    queryKey: ['burn map', lang, mode, width, view],
    queryFn: async () => {
      if (!view) return null;
      const { drawStill } = await import('../../map/drawStill.ts');
      const picture = await drawStill(view.centre, { zoom: view.zoom, width, height: HEIGHT, lang, mode });
      return { picture, view, width };
    },
    enabled: view !== null,
    staleTime: Number.POSITIVE_INFINITY,
    // another picture takes the place of this one when it is drawn: nothing blinks
    placeholderData: keepPreviousData,
    retry: false,
  });
  const label = t('burnsOn', { count: places.length });
  const picture = data && (
    <>
      <img src={data.picture} alt={label} width={width} height={HEIGHT} />
      {/* the most severe stand first in the answer, and last here: above the others */}
      {places.toReversed().map(({ id, severity, lon, lat }) => {
        const [x, y] = placeIn(data.view, [lon, lat], data.width, HEIGHT);
        return (
          <i
            key={id}
            data-severity={severity}
            style={{ insetInlineStart: `${100 * x}%`, insetBlockStart: `${100 * y}%` }}
          />
        );
      })}
    </>
  );
  return (
    <section className="panel" data-wide={wide} aria-label={t('burns')}>
      <header>
        <h2>{t('burns')}</h2>
        <span className="panel-note">{places.length > 0 && label}</span>
      </header>
      {view === null && <p className="panel-none">{t('burnsNowhere')}</p>}
      {view !== null && isError && <p className="panel-none">{mapTexts[lang].noStill}</p>}
      {view !== null && !isError && (
        <figure className="burn-map" aria-busy={!data} style={{ '--ratio': `${width} / ${HEIGHT}` } as CSSProperties}>
          {may(mapCalls.map.locks) ? (
            <Link className="burn-picture" to="/map?alarm=1">
              {picture}
            </Link>
          ) : (
            <div className="burn-picture">{picture}</div>
          )}
          <figcaption>{baseSources}</figcaption>
        </figure>
      )}
    </section>
  );
};
