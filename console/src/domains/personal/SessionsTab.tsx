import { DesktopOutlined, MobileOutlined } from '@ant-design/icons';
import type { AccountSession } from '@plomb/contract/personal/account';
import { personalCalls } from '@plomb/contract/personal/domain';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Skeleton, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime, useRelative } from '../../platform/time.ts';
import { agentOf } from './userAgent.ts';

const handheld = /Android|iOS|iPadOS|HarmonyOS/;

/** Where this account is signed in, with a way out of each. */
export const SessionsTab = () => {
  const { t } = useTranslation('personal');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const relative = useRelative();
  const { modal } = App.useApp();
  const { data, error, refetch } = useQuery({
    queryKey: [personalCalls.account.sessions.path],
    queryFn: () => send(personalCalls.account.sessions, {}, { quiet: true }),
    refetchInterval: 30_000,
  });

  const deviceOf = (session: AccountSession): string => {
    const { browser, system } = agentOf(session.user_agent);
    if (browser !== '' && system !== '') return t('sessions.on', { browser, system });
    return browser || system || t('sessions.unknown');
  };
  const end = (session: AccountSession): void => {
    modal.confirm({
      title: t('sessions.endTitle'),
      content: t('sessions.endText', { device: deviceOf(session), address: session.address }),
      okText: t('sessions.end'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await send(personalCalls.account.endSession, { id: session.id });
        said(t('sessions.ended'));
        await refetch();
      },
    });
  };
  const endOthers = (count: number): void => {
    modal.confirm({
      title: t('sessions.endOthersTitle'),
      content: t('sessions.endOthersText', { count }),
      okText: t('sessions.endOthers'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        const { ended } = await send(personalCalls.account.endOtherSessions, {});
        said(t('sessions.othersEnded', { count: ended }));
        await refetch();
      },
    });
  };

  if (!data && error)
    return (
      <div role="alert" className="personal-failure">
        <p>{failureWords(error, lang)}</p>
        <Button onClick={() => void refetch()}>{ui('retry')}</Button>
      </div>
    );
  if (!data) return <Skeleton active />;
  const others = data.rows.filter((s) => !s.current).length;
  return (
    <>
      <p className="personal-note">{t('sessions.explain')}</p>
      <ul className="entries">
        {data.rows.map((session) => {
          const device = deviceOf(session);
          return (
            <li key={session.id}>
              <span className="entry-icon" aria-hidden="true">
                {handheld.test(device) ? <MobileOutlined /> : <DesktopOutlined />}
              </span>
              <div className="entry-text" title={session.user_agent}>
                <strong>{device}</strong> {session.current && <Tag color="blue">{t('sessions.current')}</Tag>}
                {session.wall && <Tag>{t('sessions.wall')}</Tag>}
                <small>
                  <span className="mono">{session.address}</span>
                  <span>{t('sessions.seen', { age: relative(session.seen_time) })}</span>
                  <span>{t('sessions.since', { time: clockTime(session.create_time) })}</span>
                </small>
              </div>
              {!session.current && (
                <Button aria-label={t('sessions.endNamed', { device })} onClick={() => end(session)}>
                  {t('sessions.end')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {others > 0 ? (
        <Button danger onClick={() => endOthers(others)}>
          {t('sessions.endOthers')}
        </Button>
      ) : (
        <p className="personal-note">{t('sessions.only')}</p>
      )}
    </>
  );
};
