import { UserAddOutlined, UserOutlined } from '@ant-design/icons';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { friendCalls } from '@plomb/contract/friends/domain';
import type { Person } from '@plomb/contract/friends/friends';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Input, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Blank } from '../../ui/list/Blank.tsx';
import { RecordForm } from '../../ui/list/RecordForm.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useDo } from './useDo.ts';
import { useFriendsAnew } from './useFriendNews.ts';
import '../../lock/deviceLink.css';
import '../../ui/list/entries.css';
import '../../ui/list/list.css';
import './friends.css';

const { friends } = friendCalls;

/** People one knows, whom one has blocked, and the way to apply to somebody. */
export const FriendsPage = () => {
  const { t } = useTranslation('friends');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const [address, setAddress] = useSearchParams();
  const { data, error, refetch } = useQuery({
    queryKey: [friends.list.path],
    queryFn: () => send(friends.list, {}, { quiet: true }),
  });
  const apply = (type: 'primary' | 'default' = 'primary'): ReactNode =>
    may(friends.apply) && (
      <Button type={type} icon={<UserAddOutlined />} onClick={() => setAddress({ open: 'apply' })}>
        {t('apply.begin')}
      </Button>
    );
  return (
    <>
      <PageHeader
        {...(data ? { count: t('count', { count: data.rows.length }) } : {})}
        actions={data && data.rows.length > 0 ? apply() : null}
      />
      {data && data.rows.length === 0 && (
        <Blank kind="empty" title={t('emptyTitle')} text={t('emptyText')}>
          {apply()}
        </Blank>
      )}
      {!data && (
        <div className="friends">
          {error ? (
            <div role="alert" className="friends-failure">
              <p>{failureWords(error, lang)}</p>
              <Button onClick={() => void refetch()}>{ui('retry')}</Button>
            </div>
          ) : (
            <Skeleton active />
          )}
        </div>
      )}
      {data && data.rows.length + data.blocked.length > 0 && (
        <div className="friends">
          {data.rows.length > 0 && <p className="friends-note">{t('explain')}</p>}
          <People people={data.rows} since={(time) => t('since', { time })} actions={(one) => <OfFriend one={one} />} />
          {data.blocked.length > 0 && (
            <>
              <h2>{t('blocked')}</h2>
              <p className="friends-note">{t('blockedText')}</p>
              <People
                people={data.blocked}
                since={(time) => t('blockedSince', { time })}
                actions={(one) => <OfBlocked one={one} />}
              />
            </>
          )}
        </div>
      )}
      {address.get('open') === 'apply' && may(friends.apply) && <ApplyForm close={() => setAddress({})} />}
    </>
  );
};

const People = (props: {
  people: readonly Person[];
  since: (time: string) => string;
  actions: (one: Person) => ReactNode;
}) => (
  <ul className="entries">
    {props.people.map((one) => (
      <li key={one.id}>
        <span className="entry-icon" aria-hidden="true">
          <UserOutlined />
        </span>
        <div className="entry-text">
          <strong>{one.oper_name}</strong> <span className="mono">{one.login_name}</span>
          <small>
            <span>{one.org_name}</span>
            <span>{props.since(clockTime(one.create_time))}</span>
          </small>
        </div>
        {props.actions(one)}
      </li>
    ))}
  </ul>
);

const OfFriend = ({ one }: { one: Person }) => {
  const { t } = useTranslation('friends');
  const may = useMay();
  const { modal } = App.useApp();
  const run = useDo();
  const name = one.oper_name;
  const ask = (what: 'remove' | 'block', done: string): void => {
    modal.confirm({
      title: t(`${what}Title`, { name }),
      content: t(`${what}Text`, { name }),
      okText: t(what),
      cancelText: t('keep'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => run(send(friends[what], { id: one.id }), done),
    });
  };
  return (
    <>
      {may(deviceCalls.openable.list) && (
        <Link
          className="device-link"
          to={`/whoCanOpen?of=operator&who=${one.id}`}
          aria-label={t('whatCanOpenNamed', { name })}
        >
          {t('whatCanOpen')}
        </Link>
      )}
      {may(friends.remove) && (
        <Button aria-label={t('removeNamed', { name })} onClick={() => ask('remove', t('removed'))}>
          {t('remove')}
        </Button>
      )}
      {may(friends.block) && (
        <Button danger aria-label={t('blockNamed', { name })} onClick={() => ask('block', t('wasBlocked'))}>
          {t('block')}
        </Button>
      )}
    </>
  );
};

const OfBlocked = ({ one }: { one: Person }) => {
  const { t } = useTranslation('friends');
  const may = useMay();
  const run = useDo();
  if (!may(friends.unblock)) return null;
  return (
    <Button
      aria-label={t('unblockNamed', { name: one.oper_name })}
      onClick={() => void run(send(friends.unblock, { id: one.id }), t('wasUnblocked'))}
    >
      {t('unblock')}
    </Button>
  );
};

interface Applied {
  typed: string;
  message: string;
}

const ApplyForm = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('friends');
  const anew = useFriendsAnew();
  const save = async (applied: Applied, _version: string, stored: () => void): Promise<void> => {
    await send(friends.apply, applied);
    stored();
    said(t('apply.sent'));
    close();
    await anew();
  };
  return (
    <RecordForm<Applied>
      title={t('apply.title')}
      verb={t('apply.send')}
      initial={{ typed: '', message: '' }}
      save={save}
      close={close}
      schema={friends.apply.input}
    >
      <Field name="typed" label={t('apply.typed')} extra={t('apply.typedHint')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="message" label={t('apply.message')} extra={t('apply.messageHint')}>
        <Input.TextArea rows={3} maxLength={100} showCount />
      </Field>
    </RecordForm>
  );
};
