import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { type BatchTab, batchTabs, tabOf } from '@plomb/contract/logistics/logisticsBatches';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useTheList } from '../../ui/list/useList.ts';
import { usePage } from '../../ui/page.ts';

const { counts } = logisticsCalls.logisticsBatches;

/** How the list is looked through, with how many there are of each. */
export const BatchTabs = () => {
  const { t } = useTranslation('logistics');
  const { query, change } = useTheList();
  const { active } = usePage();
  const { data } = useQuery({
    queryKey: [counts.path],
    queryFn: ({ signal }) => send(counts, {}, { quiet: true, signal }),
    refetchInterval: active ? 15_000 : false,
  });
  return (
    <Segmented<BatchTab>
      className="batch-tabs"
      aria-label={t('tabs.label')}
      value={tabOf(query)}
      onChange={(tab) => change({ tab: tab === tabOf({ ...query, tab: undefined }) ? undefined : tab })}
      options={batchTabs.map((value) => ({
        value,
        label: (
          <span className="batch-tab" data-tab={value}>
            {t(`tabs.${value}`)}{' '}
            {data && (
              <b>
                {data[value]}
                {value === 'all' && data.allIsAtLeast && '+'}
              </b>
            )}
          </span>
        ),
      }))}
    />
  );
};
