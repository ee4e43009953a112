import { Button, Form, type FormInstance, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MapView } from '../map/MapView.tsx';
import type { MapViewState } from '../map/marks.ts';
import { useDark, useSettings } from '../platform/settings.ts';
import type { Typed } from './preferencesChange.ts';
import './preferences.css';

const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
const levels = { least: 1, most: 22 };

/** Where maps open: typed as degrees, or where the cross stands on the map. The map's zoom becomes the level. */
export const PositionField = ({ form }: { form: FormInstance<Typed> }) => {
  const { t } = useTranslation('personal');
  const { lang, colour } = useSettings();
  const mode = useDark() ? 'dark' : 'light';
  const [choosing, setChoosing] = useState(false);

  const take = ({ centre: [lon, lat], zoom }: MapViewState): void =>
    form.setFieldsValue({
      lat: rounded(lat),
      lon: rounded(((((lon + 180) % 360) + 360) % 360) - 180),
      map_level: Math.min(levels.most, Math.max(levels.least, Math.round(zoom))),
    });
  const { lat, lon, map_level } = form.getFieldsValue(['lat', 'lon', 'map_level']);
  return (
    <div className="preference-position">
      <div className="preference-degrees">
        <Form.Item name="lat" label={t('preferences.lat')}>
          <InputNumber min={-90} max={90} step={0.01} />
        </Form.Item>
        <Form.Item name="lon" label={t('preferences.lon')}>
          <InputNumber min={-180} max={180} step={0.01} />
        </Form.Item>
        <Button onClick={() => setChoosing(!choosing)} aria-expanded={choosing}>
          {t('preferences.choose')}
        </Button>
      </div>
      {choosing && (
        <>
          <p>{t('preferences.positionHint')}</p>
          <div className="preference-map">
            <MapView
              mode={mode}
              colour={colour}
              lang={lang}
              label={t('preferences.position')}
              {...(typeof lat === 'number' && typeof lon === 'number'
                ? { initial: { centre: [lon, lat] as const, zoom: map_level ?? 10 } }
                : {})}
              onHandle={() => undefined}
              onView={take}
            />
          </div>
        </>
      )}
    </div>
  );
};
