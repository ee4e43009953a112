import { KeyOutlined, PlusOutlined } from '@ant-design/icons';
import { deviceCalls } from '@plomb/contract/devices/domain';
import type { ApiKey } from '@plomb/contract/personal/apiKeys';
import { personalCalls } from '@plomb/contract/personal/domain';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { useRelative } from '../../platform/time.ts';
import { ApiKeyForm } from './ApiKeyForm.tsx';
import { NewApiKey } from './NewApiKey.tsx';
import { useOpen } from './useOpen.ts';
import '../../lock/deviceLink.css';

const dayOf = (time: string): string => dayjs(time).format('YYYY-MM-DD');

/** Keys of one's own programs. Ended ones stay in the list: what was allowed, and when it was last used. */
export const ApiKeysTab = () => {
  const { t } = useTranslation('personal');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const relative = useRelative();
  const may = useMay();
  const { modal } = App.useApp();
  const [adding, setAdding] = useOpen('apiKey');
  const [made, setMade] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [personalCalls.apiKeys.list.path],
    queryFn: () => send(personalCalls.apiKeys.list, {}, { quiet: true }),
  });

  const revoke = (key: ApiKey): void => {
    modal.confirm({
      title: t('keys.revokeTitle', { name: key.key_name }),
      content: t('keys.revokeText'),
      okText: t('keys.revoke'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await send(personalCalls.apiKeys.revoke, { id: key.id });
        said(t('keys.wasRevoked'));
        await refetch();
      },
    });
  };
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('keys.add')}
    </Button>
  );

  if (!data && error)
    return (
      <div role="alert" className="personal-failure">
        <p>{failureWords(error, lang)}</p>
        <Button onClick={() => void refetch()}>{ui('retry')}</Button>
      </div>
    );
  if (!data) return <Skeleton active />;
  return (
    <>
      <p className="personal-note">{t('keys.explain')}</p>
      {data.rows.length === 0 ? (
        <div className="personal-blank">
          <h2>{t('keys.empty')}</h2>
          <p>{t('keys.emptyText')}</p>
          {add}
        </div>
      ) : (
        <>
          {add}
          <ul className="entries">
            {data.rows.map((key) => (
              <li key={key.id} data-ended={key.state !== 'active'}>
                <span className="entry-icon" aria-hidden="true">
                  <KeyOutlined />
                </span>
                <div className="entry-text">
                  <strong>{key.key_name}</strong> <span className="mono">…{key.hint}</span>{' '}
                  <span className="entry-state" data-state={key.state}>
                    {t(`keys.${key.state}`)}
                  </span>
                  <small>
                    <span title={key.scope.join('\n')}>{t('keys.scopeCount', { count: key.scope.length })}</span>
                    {key.physical && <span>{t('keys.mayAct')}</span>}
                    <span>{key.addresses.length === 0 ? t('keys.anywhere') : key.addresses.join(', ')}</span>
                    <span>{t('keys.expires', { time: dayOf(key.expire_time) })}</span>
                    <span>
                      {key.use_time
                        ? t('keys.used', { age: relative(key.use_time), address: key.use_address })
                        : t('keys.unused')}
                    </span>
                  </small>
                </div>
                {key.state === 'active' && may(deviceCalls.openable.list) && (
                  <Link
                    className="device-link"
                    to={`/whoCanOpen?of=key&who=${key.id}`}
                    aria-label={t('keys.whatCanOpenNamed', { name: key.key_name })}
                  >
                    {t('keys.whatCanOpen')}
                  </Link>
                )}
                {key.state === 'active' && (
                  <Button danger aria-label={t('keys.revokeNamed', { name: key.key_name })} onClick={() => revoke(key)}>
                    {t('keys.revoke')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {adding && (
        <ApiKeyForm
          close={() => setAdding(false)}
          made={async (key) => {
            setAdding(false);
            setMade(key);
            await refetch();
          }}
        />
      )}
      {made && <NewApiKey value={made} close={() => setMade(null)} />}
    </>
  );
};
