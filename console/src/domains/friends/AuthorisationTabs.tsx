import { type AuthorisationTab, authorisationTabs } from '@plomb/contract/friends/authorisations';
import { friendCalls } from '@plomb/contract/friends/domain';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useTheList } from '../../ui/list/useList.ts';
import { usePage } from '../../ui/page.ts';
import './friends.css';

const { counts } = friendCalls.authorisations;

/** How the list is looked through, with how many there are of each. */
export const AuthorisationTabs = () => {
  const { t } = useTranslation('friends');
  const { query, change } = useTheList();
  const { active } = usePage();
  const { data } = useQuery({
    queryKey: [counts.path],
    queryFn: ({ signal }) => send(counts, {}, { quiet: true, signal }),
    refetchInterval: active ? 15_000 : false,
  });
  const chosen = authorisationTabs.find((tab) => tab === query.tab) ?? 'all';
  return (
    <Segmented<AuthorisationTab | 'all'>
      className="authorisation-tabs"
      aria-label={t('auth.tabs.label')}
      value={chosen}
      onChange={(tab) => change({ tab: tab === 'all' ? undefined : tab })}
      options={(['all', ...authorisationTabs] as const).map((value) => ({
        value,
        label: (
          <>
            {t(`auth.tabs.${value}`)} {data && value !== 'all' && <b>{data[value]}</b>}
          </>
        ),
      }))}
    />
  );
};
