import { systemCalls } from '@plomb/contract/system/domain';
import { Alert, Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useMay } from '../../../platform/may.ts';
import { clockTime } from '../../../platform/time.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { ResourcePage } from '../../../ui/ResourcePage.tsx';
import { GrantsEditor } from './GrantsEditor.tsx';
import { OrganisationField, ParentField } from './RolePlace.tsx';
import { SecondFactorSwitch } from './SecondFactorSwitch.tsx';
import { type Role, useRoleOptions } from './useRoleOptions.ts';
import './roles.css';

/** Roles as a list; `?grants=7` opens the permissions of one of them in its place. */
export const RolesPage = () => {
  const [address] = useSearchParams();
  const id = Number(address.get('grants'));
  return Number.isInteger(id) && id > 0 ? <GrantsEditor key={id} id={id} /> : <RoleList />;
};

const RoleList = () => {
  const { t } = useTranslation('system/roles');
  const may = useMay();
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const options = useRoleOptions();
  const parentOf = ({ superRoleId, superRoleName }: Role): string =>
    superRoleName || t(superRoleId === null ? 'parentNone' : 'parentHidden');
  const orgName = new Map(options.organizations.map((o) => [o.id, o.org_name]));
  const counts = ({ menus, buttons }: Role): string =>
    `${t('menuCount', { count: menus })} · ${t('buttonCount', { count: buttons })}`;
  const grantsHref = (id: number): string => {
    const next = new URLSearchParams(address);
    next.set('grants', String(id));
    return `?${next}`;
  };
  const setOrView = (role: Role) => t(role.locked === null && may(systemCalls.roles.grant) ? 'set' : 'view');
  return (
    <ResourcePage
      of={systemCalls.roles}
      noun={t('noun')}
      columns={[
        { title: t('name'), dataIndex: 'roleName', sorter: true, width: 200, ellipsis: true },
        {
          title: t('parent'),
          dataIndex: 'superRoleName',
          sorter: true,
          width: 180,
          ellipsis: true,
          render: (_, role) => parentOf(role),
        },
        { title: t('organisation'), dataIndex: 'org_name', sorter: true, width: 180, ellipsis: true },
        { title: t('operators'), dataIndex: 'operators', sorter: true, width: 120, align: 'right' },
        {
          title: t('permissions'),
          key: 'permissions',
          width: 210,
          render: (_, role) => (
            <Link to={grantsHref(role.id)} title={setOrView(role)}>
              {counts(role)}
            </Link>
          ),
        },
        { title: t('created'), dataIndex: 'create_time', sorter: true, width: 170, render: clockTime },
      ]}
      name={(role) => role.roleName}
      rowActions={(role) => [{ key: 'grants', label: setOrView(role), run: () => void navigate(grantsHref(role.id)) }]}
      search={t('search')}
      filters={
        <>
          <FilterChip
            name="org_id"
            label={t('organisation')}
            options={options.organizations.map((o) => ({ value: o.id, label: o.org_name }))}
          />
          <FilterChip
            name="superRoleId"
            label={t('parent')}
            options={options.roles.map((r) => ({
              value: r.id,
              label: `${r.roleName} · ${orgName.get(r.org_id) ?? ''}`,
            }))}
          />
        </>
      }
      detail={(role) => (
        <>
          {role.locked && <Alert type="info" showIcon title={t(`lockedWhy.${role.locked}`)} className="role-locked" />}
          <Facts>
            <Fact name={t('name')}>{role.roleName}</Fact>
            <Fact name={t('parent')}>{parentOf(role)}</Fact>
            <Fact name={t('organisation')}>{role.org_name}</Fact>
            <Fact name={t('operators')}>{role.operators}</Fact>
            <Fact name={t('permissions')}>{counts(role)}</Fact>
            <Fact name={t('created')}>{clockTime(role.create_time)}</Fact>
            <Fact name={t('secondFactor.label')}>
              <SecondFactorSwitch role={role} kind="required" />
            </Fact>
            <Fact name={t('byMessage.label')}>
              <SecondFactorSwitch role={role} kind="byMessage" />
            </Fact>
          </Facts>
          <p>
            <Link to={grantsHref(role.id)}>
              <Button>{setOrView(role)}</Button>
            </Link>
          </p>
        </>
      )}
      form={
        <>
          <Field name="roleName" label={t('name')}>
            <Input />
          </Field>
          <ParentField options={options} />
          <OrganisationField options={options} />
        </>
      }
      blank={options.blank}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      consequence={(names) => t('consequence', { names })}
      card={(role) => (
        <>
          <b>{role.roleName}</b>
          <dl>
            <div>
              <dt>{t('parent')}</dt>
              <dd>{parentOf(role)}</dd>
            </div>
            <div>
              <dt>{t('operators')}</dt>
              <dd>{role.operators}</dd>
            </div>
            <div>
              <dt>{t('permissions')}</dt>
              <dd>{counts(role)}</dd>
            </div>
          </dl>
        </>
      )}
    />
  );
};
