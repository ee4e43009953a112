import type { OutputOf } from '@plomb/contract/kit/call';
import { personalCalls } from '@plomb/contract/personal/domain';
import { Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { clockTime } from '../../platform/time.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { RecordForm } from '../../ui/list/RecordForm.tsx';
import { Browsers } from './Browsers.tsx';
import { Contacts } from './Contacts.tsx';
import { useOpen } from './useOpen.ts';

type Account = OutputOf<typeof personalCalls.account.detail>;
type Own = Pick<Account, 'operPhone'>;

/** Who one is here. The phone is one's own to change; the rest is the administrator's. */
export const ProfileTab = ({ account, changed }: { account: Account; changed: () => Promise<void> }) => {
  const { t } = useTranslation('personal');
  const [editing, setEditing] = useOpen('profile');

  const save = async (typed: Own, _version: string, stored: () => void): Promise<void> => {
    await send(personalCalls.account.update, typed);
    stored();
    said(t('profile.saved'));
    setEditing(false);
    await changed();
  };
  const facts: [string, string][] = [
    [t('profile.name'), account.operName],
    [t('profile.phone'), account.operPhone],
    [t('profile.loginName'), account.loginName],
    [t('profile.code'), account.operCode],
    [t('profile.organisation'), account.orgName],
    [t('profile.role'), account.roleName],
    [t('profile.created'), clockTime(account.create_time)],
    [t('profile.passwordTime'), clockTime(account.password_time)],
  ];
  return (
    <>
      <Facts>
        {facts.map(([name, value]) => (
          <div key={name} className="facts-pair">
            <Fact name={name}>{value}</Fact>
          </div>
        ))}
      </Facts>
      <p className="personal-note">{t('profile.locked')}</p>
      <div className="personal-actions">
        <Button onClick={() => setEditing(true)}>{t('profile.edit')}</Button>
        <Link to="/profile/updPassword">{t('submit')}</Link>
      </div>
      <Contacts />
      <Browsers />
      {editing && (
        <RecordForm<Own>
          title={t('tab.profile')}
          initial={{ operPhone: account.operPhone }}
          save={save}
          close={() => setEditing(false)}
          schema={personalCalls.account.update.input}
        >
          <Field name="operPhone" label={t('profile.phone')}>
            <Input inputMode="tel" autoComplete="tel" />
          </Field>
        </RecordForm>
      )}
    </>
  );
};
