import { deviceCalls } from '@plomb/contract/devices/domain';
import { searchKey } from '@plomb/contract/kit/search';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { Serial } from '../../ui/Serial.tsx';

const PAUSE_MS = 300;

/**
 * Which other locks guard what stands in the form. Several on one truck are common; that a plate was given to the wrong
 * lock is found here or by nobody, for it is what people know a lock by.
 */
export const AlsoGuarded = () => {
  const { t } = useTranslation('devices');
  const form = Form.useFormInstance<{ sn?: string; subject?: string }>();
  const subject = Form.useWatch('subject', form) ?? '';
  const [own, setOwn] = useState<string>();
  const [sought, setSought] = useState('');
  useEffect(() => setOwn(form.getFieldValue('sn') as string | undefined), [form]);
  useEffect(() => {
    const timer = setTimeout(() => setSought(searchKey(subject)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [subject]);
  const { data } = useQuery({
    queryKey: [deviceCalls.devices.list.path, 'guards', sought],
    queryFn: ({ signal }) =>
      send(deviceCalls.devices.list, { guards: sought, page: 1, size: 10 }, { quiet: true, signal }),
    enabled: sought.length >= 2,
    retry: false,
  });
  const isAnswered = sought === searchKey(subject);
  const others = isAnswered ? (data?.rows ?? []).filter((row) => row.sn !== own) : [];
  return (
    <span role="status" className="also-guarded">
      {others.length > 0 && (
        <>
          {t('form.alsoGuarded')}{' '}
          {others.map(({ sn }) => (
            <Serial key={sn} value={sn} />
          ))}
        </>
      )}
    </span>
  );
};
