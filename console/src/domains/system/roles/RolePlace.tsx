import { fieldErrors } from '@plomb/contract/errors';
import { Form, TreeSelect } from 'antd';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/form/Field.tsx';
import { Said } from '../../../ui/form/Said.tsx';
import { useTheList } from '../../../ui/list/useList.ts';
import { branchOf, nodesOf } from '../../../ui/tree.ts';
import type { RoleOptions } from './useRoleOptions.ts';

type Role = RoleOptions['roles'][number];
const above = (role: Role): number | null => role.superRoleId;

export const ParentField = ({ options }: { options: RoleOptions }) => {
  const { t } = useTranslation('system/roles');
  const { open } = useTheList();
  const current: unknown = Form.useWatch('superRoleId');
  const editing = typeof open.edit === 'number' ? open.edit : null;
  // none at or below a role can be above it
  const excluded = editing === null ? new Set<number>() : branchOf(options.roles, above, editing);
  const roles = options.roles.filter((r) => !excluded.has(r.id));
  // the root role has none above it, and the one above may be out of sight: both stay as they are
  const none = editing !== null && current === null;
  const hidden = typeof current === 'number' && options.roles.length > 0 && !roles.some((r) => r.id === current);
  const orgName = new Map(options.organizations.map((o) => [o.id, o.org_name]));
  const tree = nodesOf(roles, above, (r) => ({ title: r.roleName, note: orgName.get(r.org_id) ?? '' }));
  return (
    <Form.Item
      name="superRoleId"
      label={t('parent')}
      extra={none ? null : t('parentHint')}
      rules={none ? [] : [{ required: true, message: <Said text={fieldErrors.required} /> }]}
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
  return (
    <Field name="org_id" label={t('organisation')} extra={t('organisationHint')}>
      <TreeSelect
        treeDefaultExpandAll
        showSearch={{ treeNodeFilterProp: 'title' }}
        treeData={nodesOf(
          options.organizations,
          (o) => o.parent_id,
          (o) => ({ title: o.org_name }),
        )}
      />
    </Field>
  );
};
