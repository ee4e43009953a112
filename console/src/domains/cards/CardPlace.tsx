import { Button, Form, InputNumber, type InputNumberProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MapView } from '../../map/MapView.tsx';
import type { MapViewState } from '../../map/marks.ts';
import { useDark, useSettings } from '../../platform/settings.ts';
import { Field } from '../../ui/form/Field.tsx';
import { placeMark } from './placeMark.ts';
import './cards.css';

const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/** The longitude of a form, typed, or with its latitude taken from where the cross stands on the map. */
const Longitude = ({ value, onChange, ...input }: InputNumberProps<number>) => {
  const { t } = useTranslation('cards');
  const form = Form.useFormInstance();
  const { lang, colour } = useSettings();
  const mode = useDark() ? 'dark' : 'light';
  const [choosing, setChoosing] = useState(false);
  const lat = Form.useWatch<number | null | undefined>('lat', form);
  const radius = Form.useWatch<number | null | undefined>('radius', form);
  const take = ({ centre: [lon, at] }: MapViewState): void => {
    form.setFieldsValue({ lat: rounded(at) });
    onChange?.(rounded(((((lon + 180) % 360) + 360) % 360) - 180));
  };
  const place = typeof value === 'number' && typeof lat === 'number' ? ([value, lat] as const) : null;
  return (
    <>
      <span className="card-degrees">
        <InputNumber<number> {...input} value={value ?? null} onChange={(next) => onChange?.(next)} step={0.01} />
        <Button onClick={() => setChoosing(!choosing)} aria-expanded={choosing}>
          {t('choose')}
        </Button>
      </span>
      {choosing && (
        <>
          <p className="card-hint">{t('chooseHint')}</p>
          <div className="card-map">
            <MapView
              mode={mode}
              colour={colour}
              lang={lang}
              label={t('place')}
              {...(place && { initial: { centre: place, zoom: 12 } })}
              fences={placeMark(place, radius ?? null)}
              onHandle={() => undefined}
              onView={take}
            />
          </div>
        </>
      )}
    </>
  );
};

/** Where a card is to be used: degrees, typed or taken from the map, and metres around. */
export const CardPlace = () => {
  const { t } = useTranslation('cards');
  return (
    <>
      <Field className="card-place" name="lat" label={t('lat')}>
        <InputNumber step={0.01} />
      </Field>
      <Field className="wide card-place" name="lon" label={t('lon')}>
        <Longitude />
      </Field>
      <Field className="card-place" name="radius" label={t('radius')}>
        <InputNumber suffix={t('metres')} />
      </Field>
    </>
  );
};
