import type { OpenerAnswer } from '@plomb/contract/devices/openers';
import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useTheList } from '../../../ui/list/useList.ts';
import { useNumber } from '../../../ui/useNumber.ts';

/** By which answer the list is narrowed, each with how many there are; null: that is not known yet. */
export const AnswerTabs = ({ sums }: { sums: readonly { answer: OpenerAnswer; count: number | null }[] }) => {
  const { t } = useTranslation('devices/openers');
  const number = useNumber();
  const { query, change } = useTheList();
  return (
    <Tabs
      size="small"
      activeKey={String(query.answer ?? 'all')}
      onChange={(key) => change({ answer: key === 'all' ? undefined : key, page: undefined })}
      items={[
        { key: 'all', label: t('all') },
        ...sums.map(({ answer, count }) => ({
          key: answer,
          label: (
            <>
              {t(`answer.${answer}`)} {count !== null && <small>{number(count)}</small>}
            </>
          ),
        })),
      ]}
    />
  );
};
