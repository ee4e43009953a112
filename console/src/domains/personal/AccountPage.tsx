import { personalCalls } from '@plomb/contract/personal/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ApiKeysTab } from './ApiKeysTab.tsx';
import { ProfileTab } from './ProfileTab.tsx';
import { SecondFactorTab } from './SecondFactorTab.tsx';
import { SessionsTab } from './SessionsTab.tsx';
import '../../ui/list/entries.css';
import '../../ui/list/list.css';
import './personal.css';

const tabs = ['profile', 'sessions', 'secondFactor', 'apiKeys'] as const;
type Tab = (typeof tabs)[number];

/** One's own account: what it is called, where it is signed in, how it signs in, and what signs in for it. */
export const AccountPage = () => {
  const { t } = useTranslation('personal');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((name) => name === params.get('tab')) ?? 'profile';
  const { data, error, refetch } = useQuery({
    queryKey: [personalCalls.account.detail.path],
    queryFn: () => send(personalCalls.account.detail, {}, { quiet: true }),
  });
  const changed = async (): Promise<void> => void (await refetch());

  const content: Record<Tab, React.ReactNode> = {
    profile: data && <ProfileTab account={data} changed={changed} />,
    sessions: <SessionsTab />,
    secondFactor: data && <SecondFactorTab state={data.second_factor} changed={changed} />,
    apiKeys: <ApiKeysTab />,
  };
  return (
    <>
      <PageHeader />
      <div className="personal">
        <Tabs
          activeKey={tab}
          tabBarGutter={16} // all of them fit a phone
          destroyOnHidden
          onChange={(key) => setParams(key === 'profile' ? {} : { tab: key }, { replace: true })}
          items={tabs.map((name) => ({
            key: name,
            label: t(`tab.${name}`),
            children:
              content[name] ??
              (error ? (
                <div role="alert" className="personal-failure">
                  <p>{failureWords(error, lang)}</p>
                  <Button onClick={() => void refetch()}>{ui('retry')}</Button>
                </div>
              ) : (
                <Skeleton active />
              )),
          }))}
        />
      </div>
    </>
  );
};
