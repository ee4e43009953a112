import { fieldErrors } from '@plomb/contract/errors';
import { Form, TreeSelect } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import { useTheList } from '../../../ui/list/useList.ts';
import { type RoleOptions, treeOptions } from './useRoleOptions.ts';

/** The roles at and below one: none of them can be above it. */
const branch = (roles: RoleOptions['roles'], id: number): Set<number> => {
  const found = new Set([id]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const role of roles) if (role.superRoleId !== null && found.has(role.superRoleId)) found.add(role.id);
  }
  return found;
};

export const ParentField = ({ options }: { options: RoleOptions }) => {
  const { t } = useTranslation('system/roles');
  const lang = useSettings((s) => s.lang);
  const { open } = useTheList();
  const current: unknown = Form.useWatch('superRoleId');
  const editing = typeof open.edit === 'number' ? open.edit : null;
  const excluded = editing === null ? new Set<number>() : branch(options.roles, editing);
  const roles = options.roles.filter((r) => !excluded.has(r.id));
  // the root role has none above it, and the one above may be out of sight: both stay as they are
  const none = editing !== null && current === null;
  const hidden = typeof current === 'number' && options.roles.length > 0 && !roles.some((r) => r.id === current);
  const orgName = new Map(options.organizations.map((o) => [o.id, o.org_name]));
  const tree = treeOptions(
    roles,
    (r) => r.superRoleId,
    (r) => r.roleName,
    (r) => orgName.get(r.org_id) ?? '',
  );
  return (
    <Form.Item
      name="superRoleId"
      label={t('parent')}
      extra={none ? null : t('parentHint')}
      rules={none ? [] : [{ required: true, message: fieldErrors.required[lang] }]}
    >
      <TreeSelect
        disabled={none}
        treeDefaultExpandAll
        showSearch={{ treeNodeFilterProp: 'title' }}
        treeTitleRender={({ title, note }) => (
          <>
            <span>{title}</span>
            {note && <small> · {note}</small>}
          </>
        )}
        placeholder={none ? '–' : undefined}
        treeData={
          hidden ? [{ value: Number(current), title: t('parentHidden'), disabled: true, children: [] }, ...tree] : tree
        }
      />
    </Form.Item>
  );
};

export const OrganisationField = ({ options }: { options: RoleOptions }) => {
  const { t } = useTranslation('system/roles');
  const lang = useSettings((s) => s.lang);
  return (
    <Form.Item
      name="org_id"
      label={t('organisation')}
      extra={t('organisationHint')}
      rules={[{ required: true, message: fieldErrors.required[lang] }]}
    >
      <TreeSelect
        treeDefaultExpandAll
        showSearch={{ treeNodeFilterProp: 'title' }}
        treeData={treeOptions(
          options.organizations,
          (o) => o.parent_id,
          (o) => o.org_name,
        )}
      />
    </Form.Item>
  );
};
