import { DownOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSettings } from '../platform/settings.ts';
import { type Crumb, usePage } from './page.ts';

/** Where one is: the home page, the menu folders, each with what else stands in it, and the page itself, or what is open in it. */
export const Crumbs = ({ here }: { here?: ReactNode }) => {
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
                <Only folder={folder} />
              )}
            </li>
          );
        })}
        <li aria-current="page">{here ?? title[lang]}</li>
      </ol>
    </nav>
  );
};

/** A folder with one page is that page; the list of a record is one. */
const Only = ({ folder: { title, pages } }: { folder: Crumb }) => {
  const lang = useSettings((s) => s.lang);
  const { path } = usePage();
  const [page] = pages;
  return page && page.path !== path ? <Link to={page.path}>{title[lang]}</Link> : title[lang];
};
