import { CopyOutlined } from '@ant-design/icons';
import { systemCalls } from '@plomb/contract/system/domain';
import { Button, Popover, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { type Draft, draftOf } from './grants.ts';
import { useRoleOptions } from './useRoleOptions.ts';

interface Props {
  /** the role that is edited */
  id: number;
  take: (source: Draft) => void;
}

const Sources = ({ id, take }: Props) => {
  const { t } = useTranslation('system/roles');
  const [fetching, setFetching] = useState(false);
  const { roles, organizations } = useRoleOptions();
  const orgName = new Map(organizations.map((o) => [o.id, o.org_name]));
  const copy = async (from: number): Promise<void> => {
    setFetching(true);
    try {
      take(draftOf((await send(systemCalls.roles.grants, { id: from })).granted));
    } catch {
      // the refusal has been said; the choice stays open
    } finally {
      setFetching(false);
    }
  };
  return (
    <Select<number>
      className="grant-copy"
      autoFocus
      showSearch={{ optionFilterProp: 'label' }}
      loading={fetching}
      disabled={fetching}
      aria-label={t('copyFrom')}
      placeholder={t('copyFrom')}
      notFoundContent={t('copyNone')}
      onChange={(from) => void copy(from)}
      options={roles
        .filter((role) => role.id !== id)
        .map((role) => ({ value: role.id, label: `${role.roleName} · ${orgName.get(role.org_id) ?? ''}` }))}
    />
  );
};

/** Takes what another role holds into the editor, to be looked over and saved there. */
export const CopyGrants = ({ id, take }: Props) => {
  const { t } = useTranslation('system/roles');
  const [open, setOpen] = useState(false);
  const taken = (source: Draft): void => {
    setOpen(false);
    take(source);
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={<Sources id={id} take={taken} />}
    >
      <Button type="text" icon={<CopyOutlined />}>
        {t('copy')}
      </Button>
    </Popover>
  );
};
