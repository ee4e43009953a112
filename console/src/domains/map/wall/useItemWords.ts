import { approvalTitles } from '@plomb/contract/approvals/approvals';
import { orderKinds } from '@plomb/contract/lock/orderKinds';
import { useTranslation } from 'react-i18next';
import { alarmWord } from '../../../lock/alarmWord.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useSettings } from '../../../platform/settings.ts';
import type { WallItem } from './items.ts';

/** What is the matter, in words. */
export const useItemWords = (): ((item: WallItem) => string) => {
  const { t } = useTranslation('map/wall');
  const lang = useSettings((s) => s.lang);
  const kinds = useDictionary('alarm_kind');
  return (item) => {
    switch (item.kind) {
      case 'alarm':
        return alarmWord(kinds, item.alarm);
      case 'silent':
        return t('silent');
      case 'order':
        return t('uncertain', { what: orderKinds[item.order.kind].title[lang] });
      case 'approval':
        return t('approve', { what: approvalTitles[item.approval.kind][lang] });
      case 'battery':
        return t('battery', { percent: item.lock.electric ?? '–' });
    }
  };
};
