import { systemCalls } from '@plomb/contract/system/domain';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import { StatusSwitch } from '../../../ui/list/StatusSwitch.tsx';
import { MenuIcon } from '../../../ui/MenuIcon.tsx';
import type { Column } from '../../../ui/table/column.ts';
import type { Branch } from './tree.ts';
import { useChanged } from './useChanged.ts';

/** Its icon and name; struck out while it, or a folder above it, is disabled. */
export const MenuName = ({ menu }: { menu: Branch }) => {
  const lang = useSettings((s) => s.lang);
  return (
    <span className="menu-name" data-off={menu.off}>
      <MenuIcon name={menu.menuIcon} /> {menu.menuName[lang]}
    </span>
  );
};

/** What the screen shows of a menu, and what a file does. */
export const useMenuColumns = (): { columns: (mayStatus: boolean) => Column<Branch>[]; files: Column<Branch>[] } => {
  const { t } = useTranslation('system/menus');
  const { t: ui } = useTranslation('ui');
  const changed = useChanged();
  const lang = useSettings((s) => s.lang);
  const columns = (mayStatus: boolean): Column<Branch>[] => [
    { title: t('name'), key: 'name', width: 250, render: (_, menu) => <MenuName menu={menu} /> },
    { title: t('code'), dataIndex: 'menuCode', width: 150, className: 'mono', ellipsis: true },
    {
      title: t('page'),
      dataIndex: 'menuUrl',
      width: 310,
      ellipsis: true,
      className: 'mono',
      render: (url: string) => (url === '0' ? t('kind.folder') : url),
    },
    {
      title: t('buttons'),
      key: 'buttons',
      width: 90,
      align: 'right',
      render: (_, menu) => (menu.menuUrl === '0' ? '' : menu.buttons.length),
    },
    {
      title: t('roles'),
      dataIndex: 'roles',
      width: 80,
      align: 'right',
      render: (count: number, menu) => (menu.menuUrl === '0' ? '' : count),
    },
    {
      title: t('sidebar'),
      dataIndex: 'hidden',
      width: 100,
      render: (hidden: boolean) => t(hidden ? 'hidden' : 'shown'),
    },
    {
      title: t('status'),
      key: 'status',
      width: 130,
      render: (_, menu) => (
        <StatusSwitch
          of={systemCalls.menus.status}
          row={menu}
          name={menu.menuName[lang]}
          consequence={(to) => t(to === 1 ? 'statusOn' : 'statusOff')}
          done={() => changed(ui('modified'))}
          may={mayStatus}
        />
      ),
    },
  ];
  const files: Column<Branch>[] = [
    { title: t('nameZh'), dataIndex: 'nameZh' },
    { title: t('nameEn'), dataIndex: 'nameEn' },
    { title: t('code'), dataIndex: 'menuCode' },
    { title: t('page'), dataIndex: 'menuUrl' },
    { title: t('parent'), dataIndex: 'parent' },
    { title: t('icon'), dataIndex: 'menuIcon' },
    { title: t('buttons'), dataIndex: 'buttons' },
    { title: t('status'), dataIndex: 'status' },
    { title: t('hidden'), dataIndex: 'hidden' },
    { title: t('remarks'), dataIndex: 'remarks' },
  ];
  return { columns, files };
};
