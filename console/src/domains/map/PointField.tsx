import { Button, Form } from 'antd';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placed } from '../../map/draw/drawn.ts';
import type { MapHandle } from '../../map/handle.ts';
import { MapView } from '../../map/MapView.tsx';
import type { LngLat } from '../../map/marks.ts';
import { useDark, useSettings } from '../../platform/settings.ts';
import { useSettled } from '../../ui/useSettled.ts';
import { coordinatesOf, placeIn } from './coordinates.ts';
import { PlaceSearch } from './PlaceSearch.tsx';
import { zooms } from './useLooked.ts';
import './fences.css';

/** Milliseconds after which the map goes where a place was typed. */
const TYPED = 500;

/** The place of a point on a map: by a click, or by Enter where the cross stands. What is typed beside it is shown here too. */
export const PointField = ({
  value,
  onChange,
}: {
  id?: string;
  /** its longitude */
  value?: number | null;
  onChange?: (lng: number) => void;
}) => {
  const { t } = useTranslation('map');
  const { lang, colour } = useSettings();
  const mode = useDark() ? 'dark' : 'light';
  const form = Form.useFormInstance();
  const lat = Form.useWatch<number | null | undefined>('lat', form);
  const name = Form.useWatch<string | undefined>('interest_name', form) ?? '';
  const [map, setMap] = useState<MapHandle | null>(null);
  const at = placeIn(`${value ?? ''},${lat ?? ''}`);
  const text = at ? coordinatesOf(at) : '';
  const places = useMemo(() => {
    const place = placeIn(text);
    return place ? [{ id: 1, name, at: place }] : [];
  }, [text, name]);

  const put = useEffectEvent((to: LngLat): void => {
    const [lng, lat] = placed(to);
    form.setFieldsValue({ lat });
    onChange?.(lng);
  });
  useEffect(() => {
    const pointing = map?.measure({ put: (to) => put(to), words: String });
    return () => pointing?.end();
  }, [map]);
  const seen = useSettled(text, TYPED);
  useEffect(() => {
    const to = placeIn(seen);
    if (!map || !to) return;
    const { bounds, zoom } = map.view();
    const [west, south, east, north] = bounds;
    const isSeen = to[0] >= west && to[0] <= east && to[1] >= south && to[1] <= north;
    // a record's own place comes after the map, which shows a whole country until then
    if (!isSeen || !form.isFieldTouched('lng')) map.fly(to, Math.max(zoom, zooms.town));
  }, [map, seen, form]);
  return (
    <div className="point-field">
      <PlaceSearch map={map} />
      <p className="point-hint">{t('interests.hint')}</p>
      <div className="fence-map">
        <MapView
          mode={mode}
          colour={colour}
          lang={lang}
          label={t('interests.map')}
          {...(at && { initial: { centre: at, zoom: zooms.town } })}
          places={places}
          takes
          onHandle={setMap}
        />
      </div>
      <Button disabled={!map} onClick={() => map && put(map.view().centre)}>
        {t('interests.cross')}
      </Button>
    </div>
  );
};
