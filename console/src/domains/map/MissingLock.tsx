import { devices } from '@plomb/contract/devices/devices';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { headOf } from '../../lock/names.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { Blank } from '../../ui/list/Blank.tsx';

/** Why there is no lock where the address names one: whoever sees the records learns that it is out of service. */
export const MissingLock = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const { t } = useTranslation('lock');
  const navigate = useNavigate();
  const { data } = useQuery({
    queryKey: [devices.detail.path, 'missing', id],
    queryFn: ({ signal }) => send(devices.detail, { id }, { quiet: true, signal }),
    enabled: useMay()(devices.detail),
    retry: false,
  });
  const back = <Button onClick={onClose}>{t('back')}</Button>;
  if (!data || (data.retired_time === null && data.status === 1))
    return (
      <Blank kind="filtered" title={t('missingTitle')} text={t('missingText')}>
        {back}
      </Blank>
    );
  const name = headOf(data);
  return (
    <Blank
      kind="filtered"
      title={t(data.retired_time === null ? 'disabledTitle' : 'retiredTitle', { name })}
      text={t('outText')}
    >
      <Button type="primary" onClick={() => void navigate(`/device/${id}`)}>
        {t('toRecord')}
      </Button>
      {back}
    </Blank>
  );
};
