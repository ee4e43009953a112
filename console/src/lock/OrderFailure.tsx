import type { MapLock } from '@plomb/contract/map/map';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../platform/answer.ts';
import { notify, serverErrorTime, useUnsaid } from '../platform/notices.ts';
import { sentences } from '../platform/sentences.ts';
import { useSettings } from '../platform/settings.ts';
import { headOf } from './names.ts';
import type { OrderFailed } from './useOrder.ts';

const unstopped = (why: string): string => why.replace(/[。.]$/, '');

export const OrderFailure = ({ failure }: { failure: OrderFailed | null }) => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const why = useUnsaid(failure ? failureWords(failure.error, lang) : '');
  if (!failure) return null;
  const { known } = failure;
  return (
    <Alert
      type={known ? 'error' : 'warning'}
      showIcon
      title={sentences(lang, why, t(known ? 'dialog.refused' : 'dialog.notKnown'))}
    />
  );
};

/** Says what became of an order whose dialog is gone: another page or another lock came in its place meanwhile. */
export const useUnheard = (lock: Pick<MapLock, 'subject' | 'device_name'>): ((failure: OrderFailed) => void) => {
  const { t } = useTranslation('lock');
  return ({ error, known }) => {
    const words = { device: headOf(lock), why: unstopped(failureWords(error, useSettings.getState().lang)) };
    notify('error', t(known ? 'dialog.goneRefused' : 'dialog.goneNotKnown', words), serverErrorTime);
  };
};
