import type { InputOf } from '@plomb/contract/kit/call';
import { operators as of } from '@plomb/contract/system/operators/operators';
import { useQueryClient } from '@tanstack/react-query';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useOperatorOptions } from '../../../people/useOperatorOptions.ts';
import { useMay } from '../../../platform/may.ts';
import { said } from '../../../platform/notices.ts';
import { useSession } from '../../../platform/session.ts';
import { sealedFor } from '../../../platform/signIn.ts';
import { clockTime } from '../../../platform/time.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { Coming } from '../../../ui/form/Coming.tsx';
import { later } from '../../../ui/later.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import type { RowOf } from '../../../ui/list/resourceTypes.ts';
import { StatusSwitch } from '../../../ui/list/StatusSwitch.tsx';
import { ResourcePage } from '../../../ui/ResourcePage.tsx';
import { ResetPassword } from './ResetPassword.tsx';

type Operator = RowOf<typeof of>;
// what only an open record shows is nothing that the list waits for
const RemoveSecondFactor = later(async () => (await import('./RemoveSecondFactor.tsx')).RemoveSecondFactor);
const CanOpenLink = later(async () => (await import('./CanOpenLink.tsx')).CanOpenLink);
const OperatorForm = later(async () => (await import('../../../people/OperatorForm.tsx')).OperatorForm, {
  meanwhile: <Coming />,
});

/** Only a new operator comes with a password. */
const prepare = async (values: InputOf<typeof of.add>) =>
  values.password ? { ...values, password: await sealedFor(of.add.path, values.password) } : values;

export const OperatorsPage = () => {
  const { t } = useTranslation('system/operators');
  const { t: ui } = useTranslation('ui');
  const may = useMay();
  const queries = useQueryClient();
  const own = useSession((s) => s.oper?.id);
  const options = useOperatorOptions();

  const changed = async (): Promise<void> => {
    said(ui('modified'));
    await Promise.all([of.list, of.detail].map((call) => queries.invalidateQueries({ queryKey: [call.path] })));
  };
  const status = (o: Operator) => (
    <StatusSwitch
      of={of.status}
      row={o}
      name={o.operName}
      consequence={(to) => t(to === 1 ? 'enable' : 'disable')}
      done={changed}
      may={may(of.status) && o.id !== own}
    />
  );
  return (
    <ResourcePage
      of={of}
      noun={t('noun')}
      columns={[
        {
          title: t('name'),
          dataIndex: 'operName',
          sorter: true,
          width: 180,
          ellipsis: true,
        },
        {
          title: t('loginName'),
          dataIndex: 'loginName',
          sorter: true,
          width: 150,
          ellipsis: true,
          render: (_, o) => (
            <>
              {o.loginName} {o.id === own && <Tag color="blue">{t('you')}</Tag>}
            </>
          ),
        },
        { title: t('role'), dataIndex: 'roleName', sorter: true, width: 150, ellipsis: true },
        { title: t('organisation'), dataIndex: 'orgName', sorter: true, width: 170, ellipsis: true },
        { title: t('phone'), dataIndex: 'operPhone', width: 150 },
        { title: t('status'), dataIndex: 'status', width: 130, render: (_, o) => status(o) },
        { title: t('code'), dataIndex: 'operCode', sorter: true, width: 130, ellipsis: true, optional: true },
        { title: t('created'), dataIndex: 'create_time', sorter: true, width: 170, render: clockTime },
      ]}
      name={(o) => o.operName}
      search={t('search')}
      filters={
        <>
          <FilterChip
            name="org_id"
            label={t('organisation')}
            options={options.organizations.map((o) => ({ value: o.id, label: o.org_name }))}
          />
          <FilterChip
            name="role_id"
            label={t('role')}
            options={options.roles.map((r) => ({ value: r.id, label: r.roleName }))}
          />
          <FilterChip
            name="status"
            label={t('status')}
            options={[
              { value: 1, label: t('enabled') },
              { value: 2, label: t('disabled') },
            ]}
          />
        </>
      }
      detail={(o) => (
        <>
          <Facts>
            <Fact name={t('name')}>{o.operName}</Fact>
            <Fact name={t('code')}>{o.operCode}</Fact>
            <Fact name={t('phone')}>{o.operPhone}</Fact>
            <Fact name={t('loginName')}>{o.loginName}</Fact>
            <Fact name={t('role')}>{o.roleName}</Fact>
            <Fact name={t('organisation')}>{o.orgName}</Fact>
            <Fact name={t('status')}>{status(o)}</Fact>
            <Fact name={t('password')}>{t(o.must_change ? 'temporary' : 'own')}</Fact>
            <Fact name={t('created')}>{clockTime(o.create_time)}</Fact>
          </Facts>
          <CanOpenLink id={o.id} missing={() => undefined} />
          {may(of.resetPassword) && o.id !== own && (
            <p>
              <ResetPassword id={o.id} name={o.operName} />
            </p>
          )}
          {o.id !== own && <RemoveSecondFactor id={o.id} name={o.operName} />}
        </>
      )}
      form={<OperatorForm options={options} />}
      prepare={prepare}
      allows={(action, o) => action !== 'delete' || o?.id !== own}
      words={{ status: { '1': t('enabled'), '2': t('disabled') } }}
      blank={{ operCode: '', operPhone: '' }}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      consequence={(names) => t('consequence', { names })}
      card={(o) => (
        <>
          <b>{o.operName}</b> <span>{o.loginName}</span>
          <dl>
            <div>
              <dt>{t('role')}</dt>
              <dd>{o.roleName}</dd>
            </div>
            <div>
              <dt>{t('organisation')}</dt>
              <dd>{o.orgName}</dd>
            </div>
            <div>
              <dt>{t('status')}</dt>
              <dd>{t(o.status === 1 ? 'enabled' : 'disabled')}</dd>
            </div>
          </dl>
        </>
      )}
    />
  );
};
