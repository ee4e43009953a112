import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';
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
      <Facts>
        <Fact name={t('nameZh')} lang="zh-CN">
          {menu.menuName.zh}
        </Fact>
        <Fact name={t('nameEn')} lang="en">
          {menu.menuName.en}
        </Fact>
        <Fact name={t('code')} mono>
          {menu.menuCode}
        </Fact>
        <Fact name={t('page')} mono>
          {menu.menuUrl === '0' ? t('kind.folder') : menu.menuUrl}
        </Fact>
        <Fact name={t('icon')}>{menu.menuIcon === '' ? '–' : <MenuIcon name={menu.menuIcon} />}</Fact>
        <Fact name={t('parent')}>{parent ? parent.menuName[lang] : t('top')}</Fact>
        <Fact name={t('status')}>
          {menu.off && menu.status === 1 ? t('off') : t(menu.status === 1 ? 'enabled' : 'disabled')}
        </Fact>
        <Fact name={t('sidebar')}>{t(menu.hidden ? 'hidden' : 'shown')}</Fact>
        <Fact name={t('remarks')}>{menu.remarks}</Fact>
        <Fact name={t('roles')} title={t('rolesHint')}>
          {menu.roles}
        </Fact>
      </Facts>
      <MenuButtons menu={menu} editable={editable} />
    </>
  );
};
