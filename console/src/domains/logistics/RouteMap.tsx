import { metresBetween } from '@plomb/contract/lock/metres';
import { isLine, type Limits } from '@plomb/contract/logistics/limits';
import { Alert, Button, Form } from 'antd';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placed } from '../../map/draw/drawn.ts';
import type { MapHandle } from '../../map/handle.ts';
import { MapView } from '../../map/MapView.tsx';
import type { FenceMark, LngLat, PlaceMark, TrackMark } from '../../map/marks.ts';
import { useDark, useSettings } from '../../platform/settings.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { FenceOfRoute } from './FenceOfRoute.tsx';
import { astrayOf, isPut, type Pointed, type RoutePlan, rounded, routeOf, spotsOf } from './routeOf.ts';
import { useUsualLimits } from './useUsualLimits.ts';

/** Near enough to point at a gate. */
const ZOOM = 12;

/**
 * The route beside its addresses: what is put where, how far around it counts, and the line between. A click, or Enter where the cross stands,
 * puts the place that is being asked for, and then the next that has none; or the next point of a line that is drawn.
 */
export const RouteMap = ({
  pointed,
  point,
  isWatched,
}: {
  pointed: Pointed | null;
  point: (next: Pointed | null) => void;
  /** a lock tells where it is, so that it is held to a line */
  isWatched: boolean;
}) => {
  const { t } = useTranslation('logistics');
  const { lang, colour } = useSettings();
  const number = useNumber();
  const mode = useDark() ? 'dark' : 'light';
  const form = Form.useFormInstance();
  const plan = (Form.useWatch((values: RoutePlan) => values, form) ?? {}) as RoutePlan;
  const [map, setMap] = useState<MapHandle | null>(null);
  // whoever points at the map has chosen what they look at
  const isOwn = useRef(false);
  const spots = spotsOf(plan);
  const route = routeOf(plan);
  const usual = useUsualLimits();
  const limits = isWatched ? (plan.limits ?? usual?.limits) : undefined;
  const line = limits?.off_route?.line ?? [];
  const text = JSON.stringify([spots, line]);
  const nameOf = ({ path, nth }: { path: Pointed; nth: number }): string =>
    path[0] === 'stops' ? t('batch.stop', { count: nth }) : t(`batch.${path[0] as 'start' | 'end' | 'destination'}`);

  const draw = (next: NonNullable<Limits['off_route']>['line']): void => {
    if (limits?.off_route) form.setFieldValue('limits', { ...limits, off_route: { ...limits.off_route, line: next } });
  };
  const put = useEffectEvent((to: LngLat): void => {
    const [lon, lat] = placed(to);
    isOwn.current = true;
    if (pointed?.[0] === 'line') {
      draw([...line, [rounded(lon), rounded(lat)]]);
      return;
    }
    const spot = pointed
      ? spots.find(({ path }) => String(path) === String(pointed))
      : spots.find((one) => !isPut(one));
    if (!spot) return;
    form.setFieldValue([...spot.path, 'lat'], rounded(lat));
    form.setFieldValue([...spot.path, 'lon'], rounded(lon));
    form.validateFields([[...spot.path, 'lat']]).catch(() => undefined);
    point(spots.find((one) => one !== spot && !isPut(one))?.path ?? null);
  });
  useEffect(() => {
    const pointing = map?.measure({ put: (to) => put(to), words: String });
    return () => pointing?.end();
  }, [map]);
  const marks = useMemo(() => {
    const [all, drawn] = JSON.parse(text) as [typeof spots, LngLat[]];
    const known = all.filter(isPut);
    const places = known.map(
      ({ lon, lat, address }, nth): PlaceMark => ({ id: nth + 1, name: address, at: [lon, lat] }),
    );
    const fences = known.map(
      ({ lon, lat, radius }, nth): FenceMark => ({
        ...{ id: nth + 1, name: '', geometry: { type: 'Point', coordinates: [lon, lat] }, radius: radius || 1 },
      }),
    );
    const straight = known.map(({ lon, lat }): LngLat => [lon, lat]);
    const points = drawn.length > 1 ? drawn : straight;
    const tracks: TrackMark[] = points.length > 1 ? [{ id: 'planned', points, look: 'planned' }] : [];
    return { places, fences, tracks, all: [...straight, ...drawn] };
  }, [text]);
  const fitted = JSON.stringify(marks.all);
  useEffect(() => {
    const points = JSON.parse(fitted) as LngLat[];
    if (map && points.length > 0 && !isOwn.current) map.fit(points, ZOOM);
    isOwn.current = false;
  }, [map, fitted]);
  const asked = pointed ? spots.find(({ path }) => String(path) === String(pointed)) : spots.find((one) => !isPut(one));
  const metres = route.slice(1).reduce((sum, to, nth) => sum + metresBetween(route[nth]!, to), 0);
  const isDrawing = pointed?.[0] === 'line';
  const astray = limits?.off_route && !isDrawing ? astrayOf(spots, limits.off_route) : [];
  return (
    <div className="route-map">
      <p className="batch-hint" role="status">
        {isDrawing
          ? t('form.drawLine')
          : asked
            ? t('form.pointAt', { what: nameOf(asked) })
            : t('form.routeWhole', { km: number(Math.round(metres / 100) / 10) })}
      </p>
      <div className="route-map-view">
        <MapView
          {...{
            mode,
            colour,
            lang,
            onHandle: setMap,
            places: marks.places,
            fences: marks.fences,
            tracks: marks.tracks,
          }}
          label={t('form.routeMap')}
          padding={{ top: 40, right: 50, bottom: 30, left: 40 }}
          takes
        />
      </div>
      {astray.length > 0 && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={t('form.lineAstray', { what: astray.map(nameOf).join(t('form.listed')) })}
        />
      )}
      <div className="route-map-tools">
        <Button size="small" disabled={!map || !(asked || isDrawing)} onClick={() => map && put(map.view().centre)}>
          {t('form.atCross')}
        </Button>
        {limits?.off_route && !isDrawing && route.length > 1 && (
          <Button
            size="small"
            onClick={() => {
              draw(route.slice(0, 1).map(({ lon, lat }) => [lon, lat]));
              point(['line']);
            }}
          >
            {t(line.length > 1 ? 'form.lineAnew' : 'form.lineDraw')}
          </Button>
        )}
        {limits?.off_route && !isDrawing && (
          <FenceOfRoute
            take={(corridor) =>
              form.setFieldValue('limits', { ...limits, off_route: { ...limits.off_route, ...corridor } })
            }
          />
        )}
        {isDrawing && (
          <>
            <Button size="small" disabled={line.length < 2} onClick={() => draw(line.slice(0, -1))}>
              {t('form.lineBack')}
            </Button>
            <Button
              size="small"
              type="primary"
              onClick={() => {
                const whole = [...line, ...route.slice(-1).map(({ lon, lat }): [number, number] => [lon, lat])];
                draw(line.length > 1 && isLine(whole) ? whole : []);
                point(null);
              }}
            >
              {t('form.lineDone')}
            </Button>
          </>
        )}
        {!isDrawing && line.length > 1 && (
          <Button size="small" onClick={() => draw([])}>
            {t('form.lineStraight')}
          </Button>
        )}
      </div>
    </div>
  );
};
