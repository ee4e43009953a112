import { CameraOutlined, CloseOutlined } from '@ant-design/icons';
import { fileIdOf } from '@plomb/contract/files/images';
import { meteringCalls } from '@plomb/contract/metering/domain';
import { Button, DatePicker, Form, Input } from 'antd';
import type { Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { PersonSelect } from '../../people/PersonSelect.tsx';
import { sealedFor } from '../../platform/signIn.ts';
import { FilePicture } from '../../ui/FilePicture.tsx';
import { useMoment } from '../../ui/moments.ts';
import { usePicture } from '../../ui/usePicture.tsx';
import './metering.css';

/** A day of a form, kept as it is sent; null: none. */
export const DayField = ({
  value,
  onChange,
  latest,
  ...input
}: {
  id?: string;
  value?: string | null;
  onChange?: (day: string | null) => void;
  /** none after it */
  latest?: Dayjs;
}) => (
  <DatePicker
    {...input}
    {...(latest && { maxDate: latest })}
    value={useMoment(value)}
    onChange={(day) => onChange?.(day?.format('YYYY-MM-DD') ?? null)}
  />
);

/** Somebody who verifies, inspects or repairs; null: nobody. */
export const PersonField = ({
  onChange,
  value,
  ...field
}: {
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
  /** who has it already, by name */
  known?: { id: number; oper_name: string } | undefined;
}) => {
  const { t } = useTranslation('metering');
  return (
    <PersonSelect
      {...field}
      allowClear
      {...(value ? { value } : {})}
      of={meteringCalls.meters.people}
      words={{ hint: t('meter.findPerson'), nobody: t('meter.nobodyFound') }}
      onChange={(id) => onChange?.(id ?? null)}
    />
  );
};

/** Pictures of a form, by their files. */
export const PhotosField = ({ value = [], onChange }: { value?: string[]; onChange?: (photos: string[]) => void }) => {
  const { t } = useTranslation('metering');
  const { busy, wrong, choose, field } = usePicture('meter', (path) => onChange?.([...value, fileIdOf(path)]), true);
  return (
    <div className="meter-photos">
      {value.map((photo, at) => (
        <span key={photo}>
          <FilePicture id={photo} alt={t('photo', { count: at + 1 })} />
          <Button
            size="small"
            icon={<CloseOutlined />}
            aria-label={t('dropPhoto', { count: at + 1 })}
            onClick={() => onChange?.(value.filter((one) => one !== photo))}
          />
        </span>
      ))}
      {field}
      {value.length < 10 && (
        <Button icon={<CameraOutlined />} loading={busy} onClick={choose}>
          {t('addPhoto')}
        </Button>
      )}
      {wrong && <p role="alert">{wrong}</p>}
    </div>
  );
};

/** The sign-in of a second person, who is here. */
export const SecondPersonFields = () => {
  const { t } = useTranslation('metering');
  return (
    <>
      <Form.Item name="login" label={t('second.login')}>
        <Input autoComplete="off" maxLength={64} />
      </Form.Item>
      <Form.Item name="password" label={t('second.password')}>
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="code" label={t('second.code')}>
        <Input autoComplete="one-time-code" maxLength={20} />
      </Form.Item>
    </>
  );
};
export interface SecondPerson {
  login?: string;
  password?: string;
  code?: string;
}
/** The same as a call takes it; the password leaves the browser sealed. */
export const witnessOf = async (path: string, { login, password, code }: SecondPerson) =>
  login?.trim() && password
    ? {
        witness_login: login.trim(),
        witness_password: await sealedFor(path, password),
        ...(code?.trim() && { witness_code: code.trim() }),
      }
    : {};
