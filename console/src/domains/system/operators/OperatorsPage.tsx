import type { InputOf } from '@plomb/contract/call';
import { calls } from '@plomb/contract/calls';
import { useQueryClient } from '@tanstack/react-query';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../platform/may.ts';
import { said } from '../../../platform/notices.ts';
import { useSession } from '../../../platform/session.ts';
import { sealedFor } from '../../../platform/signIn.ts';
import { clockTime } from '../../../platform/time.ts';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import type { RowOf } from '../../../ui/list/resourceTypes.ts';
import { StatusSwitch } from '../../../ui/list/StatusSwitch.tsx';
import { ResourcePage } from '../../../ui/ResourcePage.tsx';
import { RemoveSecondFactor } from '../../personal/RemoveSecondFactor.tsx';
import { OperatorForm } from './OperatorForm.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { useOperatorOptions } from './useOperatorOptions.ts';

const of = calls.operators;
type Operator = RowOf<typeof of>;

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
          <dl className="facts">
            <dt>{t('name')}</dt>
            <dd>{o.operName}</dd>
            <dt>{t('code')}</dt>
            <dd>{o.operCode || '–'}</dd>
            <dt>{t('phone')}</dt>
            <dd>{o.operPhone || '–'}</dd>
            <dt>{t('loginName')}</dt>
            <dd>{o.loginName}</dd>
            <dt>{t('role')}</dt>
            <dd>{o.roleName || '–'}</dd>
            <dt>{t('organisation')}</dt>
            <dd>{o.orgName}</dd>
            <dt>{t('status')}</dt>
            <dd>{status(o)}</dd>
            <dt>{t('password')}</dt>
            <dd>{t(o.must_change ? 'temporary' : 'own')}</dd>
            <dt>{t('created')}</dt>
            <dd>{clockTime(o.create_time)}</dd>
          </dl>
          {may(of.resetPassword) && o.id !== own && (
            <p>
              <ResetPassword id={o.id} name={o.operName} />
            </p>
          )}
          {may(calls.secondFactor.remove) && o.id !== own && (
            <p>
              <RemoveSecondFactor id={o.id} name={o.operName} />
            </p>
          )}
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
