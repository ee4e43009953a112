import { AimOutlined } from '@ant-design/icons';
import { calls } from '@plomb/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Button, Form, InputNumber } from 'antd';
import { type FocusEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { Field } from '../../ui/form/Field.tsx';
import { type Pointed, rounded } from './routeOf.ts';

/** A place of a route: its address, found by name where it has one, where it is on the map of the route, and how far around it counts. */
export const PlaceFields = ({
  at,
  of,
  label,
  like,
  pointed,
  point,
}: {
  at: readonly (string | number)[];
  /** of the list that it stands in */
  of?: string;
  label: string;
  /** takes all from there at one press */
  like?: readonly (string | number)[];
  /** the map asks for it now */
  pointed: boolean;
  point: (path: Pointed) => void;
}) => {
  const { t } = useTranslation('logistics');
  const form = Form.useFormInstance();
  const whole = of ? [of, ...at] : [...at];
  const lat = Form.useWatch<number | null | undefined>([...whole, 'lat'], form);
  const lon = Form.useWatch<number | null | undefined>([...whole, 'lon'], form);
  const [isExact, setExact] = useState(false);
  const put = (place: { lon: number; lat: number }): void => {
    form.setFieldValue([...whole, 'lat'], rounded(place.lat));
    form.setFieldValue([...whole, 'lon'], rounded(place.lon));
    form.validateFields([[...whole, 'lat']]).catch(() => undefined);
  };
  const isKnown = typeof lat === 'number' && typeof lon === 'number';
  // whoever is led to what is missing sees where they are, also where the field moved as it was shown
  const seen = ({ currentTarget }: FocusEvent<HTMLElement>): void => {
    setExact(true);
    requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'nearest' }));
  };
  const missing = t('form.missing.place', { what: label });
  return (
    <fieldset className="batch-place" data-pointed={pointed}>
      <legend>{label}</legend>
      {like && (
        <Button size="small" onClick={() => form.setFieldValue(whole, { ...form.getFieldValue([...like]) })}>
          {t('form.sameAsEnd')}
        </Button>
      )}
      <Field name={[...at, 'address']} label={t('form.address')} lacking={t('form.missing.address', { what: label })}>
        <Address found={put} />
      </Field>
      <div className="batch-where">
        <span className="mono">{isKnown ? `${lat}, ${lon}` : t('form.nowhere')}</span>
        <Button size="small" icon={<AimOutlined />} aria-pressed={pointed} onClick={() => point(whole)}>
          {t('form.point')}
        </Button>
        <Button size="small" type="link" aria-expanded={isExact} onClick={() => setExact(!isExact)}>
          {t('form.exact')}
        </Button>
      </div>
      <div className="batch-three" data-exact={isExact}>
        <Field name={[...at, 'lat']} label={t('form.lat')} lacking={missing}>
          <InputNumber step={0.01} onFocus={seen} />
        </Field>
        {typeof lat === 'number' ? (
          <Field name={[...at, 'lon']} label={t('form.lon')} lacking={missing}>
            <InputNumber step={0.01} onFocus={seen} />
          </Field>
        ) : (
          // that it is not on the map is said once
          <Form.Item name={[...at, 'lon']} label={t('form.lon')}>
            <InputNumber step={0.01} onFocus={seen} />
          </Form.Item>
        )}
        <Field name={[...at, 'radius']} label={t('form.radius')} lacking={t('form.missing.radius', { what: label })}>
          <InputNumber step={50} suffix={t('form.metres')} />
        </Field>
      </div>
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
  // a list that comes when one is gone lies on what is pressed next
  const [isIn, setIn] = useState(false);
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
      options={isIn ? places.map(({ value, lon, lat }) => ({ key: `${lon} ${lat}`, value })) : []}
      onFocus={() => setIn(true)}
      onBlur={() => setIn(false)}
      showSearch={{ onSearch: seek }}
      onSelect={(value: string) => {
        const place = places.find((one) => one.value === value);
        if (place) found(place);
      }}
    />
  );
};
