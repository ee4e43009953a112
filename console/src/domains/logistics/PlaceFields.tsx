import { calls } from '@plomb/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Button, Form, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StillMap } from '../../map/StillMap.tsx';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { Field } from '../../ui/form/Field.tsx';

/** Near enough to point at a gate. */
const ZOOM = 12;
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/** A place of a route: its address, found by name where it has one, its degrees, and how far around it counts. */
export const PlaceFields = ({
  at,
  of,
  label,
  like,
}: {
  at: readonly (string | number)[];
  /** of the list that it stands in */
  of?: string;
  label: string;
  /** takes all from there at one press */
  like?: readonly (string | number)[];
}) => {
  const { t } = useTranslation('logistics');
  const form = Form.useFormInstance();
  const lang = useSettings((s) => s.lang);
  const whole = of ? [of, ...at] : [...at];
  const lat = Form.useWatch<number | null | undefined>([...whole, 'lat'], form);
  const lon = Form.useWatch<number | null | undefined>([...whole, 'lon'], form);
  const put = (place: { lon: number; lat: number }): void => {
    form.setFieldValue([...whole, 'lat'], rounded(place.lat));
    form.setFieldValue([...whole, 'lon'], rounded(place.lon));
  };
  const isKnown = typeof lat === 'number' && typeof lon === 'number';
  return (
    <fieldset className="batch-place">
      <legend>{label}</legend>
      {like && (
        <Button size="small" onClick={() => form.setFieldValue(whole, { ...form.getFieldValue([...like]) })}>
          {t('form.sameAsEnd')}
        </Button>
      )}
      <Field name={[...at, 'address']} label={t('form.address')}>
        <Address found={put} />
      </Field>
      <div className="batch-three">
        <Field name={[...at, 'lat']} label={t('form.lat')}>
          <InputNumber step={0.01} />
        </Field>
        <Field name={[...at, 'lon']} label={t('form.lon')}>
          <InputNumber step={0.01} />
        </Field>
        <Field name={[...at, 'radius']} label={t('form.radius')}>
          <InputNumber step={50} suffix={t('form.metres')} />
        </Field>
      </div>
      {isKnown && (
        <StillMap
          at={[lon, lat]}
          lang={lang}
          label={t('form.onMap', { place: label })}
          zoom={ZOOM}
          onPoint={([pointedLon, pointedLat]) => put({ lon: pointedLon, lat: pointedLat })}
        />
      )}
    </fieldset>
  );
};

/** Typed; towns and points of interest of that name say where they are. */
const Address = ({
  found,
  ...field
}: {
  found: (place: { lon: number; lat: number }) => void;
  id?: string;
  value?: string;
  onChange?: (text: string) => void;
}) => {
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const [sought, seek] = useState('');
  const { find } = calls.onMap;
  const { data } = useQuery({
    queryKey: [find.path, sought],
    queryFn: ({ signal }) => send(find, { text: sought }, { quiet: true, signal }),
    enabled: sought.trim() !== '' && may(find),
    placeholderData: (before) => before,
  });
  const places = [
    ...(data?.interests ?? []).map(({ interest_name, lng, lat }) => ({ value: interest_name, lon: lng, lat })),
    ...(data?.towns ?? []).map(({ name, region, lon, lat }) => ({
      value: name[lang] === region[lang] ? name[lang] : `${name[lang]}, ${region[lang]}`,
      ...{ lon, lat },
    })),
  ];
  return (
    <AutoComplete
      {...field}
      value={field.value ?? ''}
      maxLength={120}
      options={places.map(({ value, lon, lat }) => ({ key: `${lon} ${lat}`, value }))}
      showSearch={{ onSearch: seek }}
      onSelect={(value: string) => {
        const place = places.find((one) => one.value === value);
        if (place) found(place);
      }}
    />
  );
};
