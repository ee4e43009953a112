import { calls } from '@plomb/contract/calls';
import { fieldErrors } from '@plomb/contract/errors';
import { Alert, Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useMay } from '../../../platform/may.ts';
import { useSettings } from '../../../platform/settings.ts';
import { clockTime } from '../../../platform/time.ts';
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
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const [address] = useSearchParams();
  const options = useRoleOptions();
  const orgName = new Map(options.organizations.map((o) => [o.id, o.org_name]));
  const counts = ({ menus, buttons }: Role): string =>
    `${t('menuCount', { count: menus })} · ${t('buttonCount', { count: buttons })}`;
  const grantsHref = (id: number): string => {
    const next = new URLSearchParams(address);
    next.set('grants', String(id));
    return `?${next}`;
  };
  const setOrView = (role: Role) => t(role.locked === null && may(calls.roles.grant) ? 'set' : 'view');
  return (
    <ResourcePage
      of={calls.roles}
      noun={t('noun')}
      columns={[
        { title: t('name'), dataIndex: 'roleName', sorter: true, width: 200, ellipsis: true },
        { title: t('parent'), dataIndex: 'superRoleName', sorter: true, width: 180, ellipsis: true },
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
          <dl className="facts">
            <dt>{t('name')}</dt>
            <dd>{role.roleName}</dd>
            <dt>{t('parent')}</dt>
            <dd>{role.superRoleName || '–'}</dd>
            <dt>{t('organisation')}</dt>
            <dd>{role.org_name}</dd>
            <dt>{t('operators')}</dt>
            <dd>{role.operators}</dd>
            <dt>{t('permissions')}</dt>
            <dd>{counts(role)}</dd>
            <dt>{t('created')}</dt>
            <dd>{clockTime(role.create_time)}</dd>
            <dt>{t('secondFactor.label')}</dt>
            <dd>
              <SecondFactorSwitch role={role} />
            </dd>
          </dl>
          <p>
            <Link to={grantsHref(role.id)}>
              <Button>{setOrView(role)}</Button>
            </Link>
          </p>
        </>
      )}
      form={
        <>
          <Form.Item
            name="roleName"
            label={t('name')}
            rules={[{ required: true, whitespace: true, message: fieldErrors.required[lang] }]}
          >
            <Input maxLength={60} />
          </Form.Item>
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
              <dd>{role.superRoleName || '–'}</dd>
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
