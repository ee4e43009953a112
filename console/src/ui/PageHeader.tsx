import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../platform/settings.ts';
import { usePage } from './page.ts';
import './page.css';

/** Where one is, the page's name, a figure beside it, and the page's main actions at the right. */
export const PageHeader = ({ count, actions, title }: { count?: ReactNode; actions?: ReactNode; title?: string }) => {
  const { t } = useTranslation('ui');
  const page = usePage();
  const lang = useSettings((s) => s.lang);
  return (
    <header className="page-header">
      <nav className="crumbs" aria-label={t('crumbs')}>
        <ol>
          {page.folders.map((folder) => (
            <li key={folder.en}>{folder[lang]}</li>
          ))}
          <li aria-current="page">{page.title[lang]}</li>
        </ol>
      </nav>
      <div className="page-title">
        <h1>{title ?? page.title[lang]}</h1>
        {count !== undefined && <span>{count}</span>}
        <div className="page-actions">{actions}</div>
      </div>
    </header>
  );
};
