import { fieldErrors } from '@plomb/contract/errors';
import type { Text } from '@plomb/contract/kit/text';
import type { LockFamily } from '@plomb/contract/lock/codes';
import type { Connection } from '@plomb/contract/lock/connection';
import { type ArgsOf, argsMistake } from '@plomb/contract/lock/orderKinds';
import { trustOf } from '@plomb/contract/lock/trust';
import type { MapLock } from '@plomb/contract/map/map';
import { Button, Input, Radio } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '../map/handle.ts';
import { MapView } from '../map/MapView.tsx';
import type { FenceMark, LngLat } from '../map/marks.ts';
import { useDark, useSettings } from '../platform/settings.ts';
import { type AreaTyped, lineOf, linesOf, pointsOf } from './areaTyped.ts';
import { useFresh } from './useFresh.ts';
import './areaFields.css';

const circle: ArgsOf<'set_area'> = { number: 1, name: '1', area: { shape: 'circle', centre: [1, 1], radius: 100 } };
const keepsCircles = (family: LockFamily): boolean => argsMistake(family, 'set_area', circle) === null;

/** What is drawn so far; nothing, while it is not an area yet. */
const markOf = ({ name = '', shape, points, radius }: AreaTyped): FenceMark[] => {
  const places = pointsOf(points).filter((place) => place.every(Number.isFinite)) as LngLat[];
  const [first] = places;
  const mark = (geometry: FenceMark['geometry'], metres: number | null) => [{ id: 0, name, geometry, radius: metres }];
  if (!first) return [];
  if (shape === 'circle') return mark({ type: 'Point', coordinates: [...first] }, Number(radius) || 0);
  const ring = places.map((place) => [...place]);
  return ring.length < 3
    ? mark({ type: 'LineString', coordinates: ring.length === 1 ? [ring[0]!, ring[0]!] : ring }, 0)
    : mark({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] }, null);
};

interface Props {
  id: string;
  kind: 'set_area' | 'delete_area';
  lock: MapLock;
  connection: Connection;
  typed: AreaTyped;
  wrong: { field: string; why: Text } | null;
  disabled: boolean;
  onChange(typed: AreaTyped): void;
}

/** Which outline a lock keeps: its number and shape, and drawn on the map or typed, what it encloses. */
export const AreaFields = ({ id, kind, lock, connection, typed, wrong, disabled, onChange }: Props) => {
  const { t } = useTranslation('lock');
  const { lang, colour } = useSettings();
  const mode = useDark() ? 'dark' : 'light';
  const [map, setMap] = useState<MapHandle | null>(null);
  const shape = typed.shape ?? 'polygon';
  const isCircle = shape === 'circle';
  const lines = linesOf(typed.points);
  const put = useEffectEvent((at: LngLat) => {
    if (!disabled) onChange({ ...typed, points: [...(isCircle ? [] : lines), lineOf(at)].join('\n') });
  });
  useEffect(() => map?.on('click', ({ at }) => put(at)), [map]);
  const fresh = useFresh(lock, connection);
  const { lon, lat } = lock;
  const show = useEffectEvent((on: MapHandle) => {
    if (lon === null || lat === null) return;
    const [held, outOfUse] = [trustOf(lock, fresh).held, lock.out_of_use !== null];
    const label = lock.subject || lock.device_name;
    const { id: lockId, lock_status: status } = lock;
    on.locks.put([
      { id: lockId, at: [lon, lat], status, held, connection, heading: null, alarm: false, outOfUse, label },
    ]);
  });
  // where it is while the area is drawn around it
  useEffect(() => {
    if (map) show(map);
  }, [map]);

  const error = (field: string) => (
    <p className="order-error" id={`${id}-wrong-${field}`} role="alert">
      {wrong?.field === field && wrong.why[lang]}
    </p>
  );
  const props = (field: string, text: keyof AreaTyped) => ({
    id: `${id}-${field}`,
    value: typed[text] ?? '',
    onChange: (e: { target: { value: string } }) => onChange({ ...typed, [text]: e.target.value }),
    status: wrong?.field === field ? ('error' as const) : ('' as const),
    'aria-invalid': wrong?.field === field,
    'aria-describedby': `${id}-wrong-${field}`,
    autoComplete: 'off',
    disabled,
  });
  return (
    <>
      <div className="order-field">
        <label htmlFor={`${id}-number`}>{t('area.number')}</label>
        <Input {...props('number', 'number')} inputMode="numeric" />
        {error('number')}
      </div>
      {kind === 'set_area' && (
        <div className="order-field">
          <label htmlFor={`${id}-name`}>{t('area.name')}</label>
          <Input {...props('name', 'name')} maxLength={12} />
          {error('name')}
        </div>
      )}
      <div className="order-field">
        <Radio.Group
          value={shape}
          aria-label={t('area.shape')}
          disabled={disabled}
          onChange={(e) => onChange({ ...typed, shape: e.target.value as string, points: '' })}
          options={[
            { value: 'polygon', label: t('area.polygon') },
            { value: 'circle', label: t('area.circle'), disabled: !keepsCircles(lock.family) },
          ]}
        />
        {!keepsCircles(lock.family) && <small>{fieldErrors.polygonOnly[lang]}</small>}
      </div>
      {kind === 'set_area' && (
        <>
          <div className="order-field">
            <p className="area-hint">{t(isCircle ? 'area.hintCircle' : 'area.hintPolygon')}</p>
            <div className="area-map">
              <MapView
                mode={mode}
                colour={colour}
                lang={lang}
                label={t('area.map')}
                {...(lon !== null && lat !== null && { initial: { centre: [lon, lat] as const, zoom: 10 } })}
                selected={lock.id}
                fences={markOf(typed)}
                onHandle={setMap}
              />
            </div>
            <div className="area-tools">
              <Button
                disabled={disabled || lines.length === 0}
                onClick={() => onChange({ ...typed, points: lines.slice(0, -1).join('\n') })}
              >
                {t('area.undo')}
              </Button>
              <Button disabled={disabled || lines.length === 0} onClick={() => onChange({ ...typed, points: '' })}>
                {t('area.clear')}
              </Button>
            </div>
          </div>
          <div className="order-field">
            <label htmlFor={`${id}-area`}>{t(isCircle ? 'area.middle' : 'area.corners')}</label>
            <Input.TextArea {...props('area', 'points')} autoSize={{ minRows: isCircle ? 1 : 3, maxRows: 8 }} />
            {error('area')}
          </div>
          {isCircle && (
            <div className="order-field">
              <label htmlFor={`${id}-radius`}>{t('area.radius')}</label>
              <Input {...props('radius', 'radius')} inputMode="numeric" />
              {error('radius')}
            </div>
          )}
        </>
      )}
    </>
  );
};
