import { DownOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSettings } from '../platform/settings.ts';
import { usePage } from './page.ts';

/** Where one is: the home page, the menu folders, each with what else stands in it, and the page itself. */
export const Crumbs = () => {
  const { t } = useTranslation('ui');
  const { path, title, trail } = usePage();
  const lang = useSettings((s) => s.lang);
  return (
    <nav className="crumbs" aria-label={t('crumbs')}>
      <ol>
        {path !== '/dashboard' && (
          <li>
            <Link to="/dashboard">{t('homePage')}</Link>
          </li>
        )}
        {trail.map((folder) => {
          const items = folder.pages.map((page) => ({
            key: page.path,
            label: <Link to={page.path}>{page.title[lang]}</Link>,
          }));
          return (
            <li key={folder.title.en}>
              {items.length > 1 ? (
                <Dropdown trigger={['click']} menu={{ items, selectedKeys: [path] }}>
                  <button type="button" aria-haspopup="menu">
                    {folder.title[lang]} <DownOutlined />
                  </button>
                </Dropdown>
              ) : (
                folder.title[lang]
              )}
            </li>
          );
        })}
        <li aria-current="page">{title[lang]}</li>
      </ol>
    </nav>
  );
};
