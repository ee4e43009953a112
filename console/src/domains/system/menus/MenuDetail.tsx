import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import { MenuIcon } from '../../../ui/MenuIcon.tsx';
import { MenuButtons } from './MenuButtons.tsx';
import type { Branch } from './tree.ts';

export const MenuDetail = ({ menu, tree, editable }: { menu: Branch; tree: readonly Branch[]; editable: boolean }) => {
  const { t } = useTranslation('system/menus');
  const lang = useSettings((s) => s.lang);
  const parent = tree.find((m) => m.id === menu.sid);
  return (
    <>
      {menu.needed && <Alert type="info" showIcon title={t('needed')} className="menu-needed" />}
      <dl className="facts">
        <dt>{t('nameZh')}</dt>
        <dd lang="zh-CN">{menu.menuName.zh}</dd>
        <dt>{t('nameEn')}</dt>
        <dd lang="en">{menu.menuName.en}</dd>
        <dt>{t('code')}</dt>
        <dd className="mono">{menu.menuCode}</dd>
        <dt>{t('page')}</dt>
        <dd className="mono">{menu.menuUrl === '0' ? t('kind.folder') : menu.menuUrl}</dd>
        <dt>{t('icon')}</dt>
        <dd>{menu.menuIcon === '' ? '–' : <MenuIcon name={menu.menuIcon} />}</dd>
        <dt>{t('parent')}</dt>
        <dd>{parent ? parent.menuName[lang] : t('top')}</dd>
        <dt>{t('status')}</dt>
        <dd>{menu.off && menu.status === 1 ? t('off') : t(menu.status === 1 ? 'enabled' : 'disabled')}</dd>
        <dt>{t('sidebar')}</dt>
        <dd>{t(menu.hidden ? 'hidden' : 'shown')}</dd>
        <dt>{t('remarks')}</dt>
        <dd>{menu.remarks || '–'}</dd>
        <dt title={t('rolesHint')}>{t('roles')}</dt>
        <dd>{menu.roles}</dd>
      </dl>
      <MenuButtons menu={menu} editable={editable} />
    </>
  );
};
