import { systemCalls } from '@plomb/contract/system/domain';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../platform/may.ts';
import { useSession } from '../../../platform/session.ts';
import { StatusSwitch } from '../../../ui/list/StatusSwitch.tsx';
import { type Branch, branchBelow } from './tree.ts';
import { useChanged } from './useChanged.ts';

/** Its status, and whether one above shuts it anyway. */
export const OrganisationStatus = ({ organisation: o, tree }: { organisation: Branch; tree: readonly Branch[] }) => {
  const { t } = useTranslation('system/organisations');
  const { t: ui } = useTranslation('ui');
  const may = useMay();
  const own = useSession((s) => s.oper?.organization.id);
  const changed = useChanged();
  const people = (): number => {
    const branch = branchBelow(tree, o.id);
    return tree.reduce((sum, b) => sum + (branch.has(b.id) ? b.operators : 0), 0);
  };
  const shown = (
    <StatusSwitch
      of={systemCalls.organisations.status}
      row={o}
      name={o.org_name}
      consequence={(to) => (to === 1 ? t('enable') : t('disable', { count: people() }))}
      done={() => changed(ui('modified'))}
      may={may(systemCalls.organisations.status) && o.id !== own}
    />
  );
  if (!o.shut || o.status === 2) return shown;
  return (
    <Tooltip title={t('shut')}>
      <span className="shut">{shown}</span>
    </Tooltip>
  );
};
