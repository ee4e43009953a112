import { Form } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceOptions } from '../../lock/useDeviceOptions.ts';

/** The field of a form as it is, and as it was when the form was opened. */
const useChange = <T,>(field: string): readonly [now: T | undefined, before: T | undefined] => {
  const form = Form.useFormInstance();
  const now = Form.useWatch<T | undefined>(field, form);
  const [before, setBefore] = useState<T>();
  useEffect(() => setBefore(form.getFieldValue(field) as T | undefined), [form, field]);
  return [now, before];
};
const Note = ({ isAnother, of }: { isAnother: boolean; of: 'number' | 'family' }) => {
  const { t } = useTranslation('devices');
  return (
    <span role="status" className="form-note">
      {isAnother && `${t(`form.another.${of}`)} ${t('form.another.means')}`}
    </span>
  );
};

/** Before it is saved: a device with another number has another lock from then on, and what that means. */
export const AnotherNumber = () => {
  const [now, before] = useChange<string>('sn');
  return <Note isAnother={!!now && !!before && now !== before} of="number" />;
};

/** The same of a type whose locks are of another family. */
export const AnotherFamily = () => {
  const [now, before] = useChange<number>('device_type_id');
  const types = useDeviceOptions()?.deviceTypes ?? [];
  const familyOf = (type: number | undefined) => types.find(({ id }) => id === type)?.family;
  const [family, former] = [familyOf(now), familyOf(before)];
  return <Note isAnother={!!family && !!former && family !== former} of="family" />;
};
