import type { MapLock } from '@plomb/contract/map/map';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { notify, serverErrorTime } from '../platform/notices.ts';
import { headOf } from './names.ts';
import type { OrderFailed } from './useOrder.ts';

const unstopped = (why: string): string => why.replace(/[。.]$/, '');

export const OrderFailure = ({ failure }: { failure: OrderFailed | null }) => {
  const { t } = useTranslation('lock');
  if (!failure) return null;
  const { why, known } = failure;
  return (
    <Alert
      type={known ? 'error' : 'warning'}
      showIcon
      title={t(known ? 'dialog.refused' : 'dialog.notKnown', { why: unstopped(why) })}
    />
  );
};

/** Says what became of an order whose dialog is gone: another page or another lock came in its place meanwhile. */
export const useUnheard = (lock: Pick<MapLock, 'subject' | 'device_name'>): ((failure: OrderFailed) => void) => {
  const { t } = useTranslation('lock');
  return ({ why, known }) => {
    const words = { device: headOf(lock), why: unstopped(why) };
    notify('error', t(known ? 'dialog.goneRefused' : 'dialog.goneNotKnown', words), serverErrorTime);
  };
};
