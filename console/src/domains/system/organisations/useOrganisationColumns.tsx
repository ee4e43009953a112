import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../../platform/dictionaries.ts';
import type { Column } from '../../../ui/table/column.ts';
import { useNumber } from '../../../ui/useNumber.ts';
import { OrganisationStatus } from './OrganisationStatus.tsx';
import type { Branch } from './tree.ts';

export const useOrganisationColumns = (): ((tree: readonly Branch[]) => Column<Branch>[]) => {
  const { t } = useTranslation('system/organisations');
  const types = useDictionary('org_type');
  return (tree) => [
    { title: t('name'), dataIndex: 'org_name', width: 260, ellipsis: true },
    {
      title: t('type'),
      dataIndex: 'org_type',
      width: 120,
      render: (type: string) => (type === '' ? '' : types.word(type)),
    },
    {
      title: t('status'),
      dataIndex: 'status',
      width: 130,
      render: (_, o) => <OrganisationStatus organisation={o} tree={tree} />,
    },
    { title: t('administrator'), dataIndex: 'oper_name', width: 140, ellipsis: true },
    { title: t('loginName'), dataIndex: 'login_name', width: 140, ellipsis: true },
    { title: t('phone'), dataIndex: 'phone', width: 140 },
    {
      title: t('operators'),
      dataIndex: 'operators',
      width: 120,
      align: 'right',
      render: (_, o) => <WithBelow own={o.operators} all={o.allOperators} />,
    },
    {
      title: t('devices'),
      dataIndex: 'devices',
      width: 120,
      align: 'right',
      render: (_, o) => <WithBelow own={o.devices} all={o.allDevices} />,
    },
  ];
};

/** A count with everything below; where that is more than its own, its own stands beside it. */
const WithBelow = ({ own, all }: { own: number; all: number }) => {
  const { t } = useTranslation('system/organisations');
  const figure = useNumber();
  if (own === all) return figure(own);
  return (
    <span title={t('ownOf', { own, all })}>
      <small className="organisation-own">{t('ownCount', { count: own })}</small> {figure(all)}
    </span>
  );
};
