import type { ReactNode } from 'react';
import { useSettings } from '../platform/settings.ts';
import { Crumbs } from './Crumbs.tsx';
import { usePage } from './page.ts';
import './page.css';

/** Where one is, the page's name, a figure beside it, and the page's main actions at the right. */
export const PageHeader = ({ count, actions, title }: { count?: ReactNode; actions?: ReactNode; title?: string }) => {
  const page = usePage();
  const lang = useSettings((s) => s.lang);
  return (
    <header className="page-header">
      <Crumbs />
      <div className="page-title">
        <h1>{title ?? page.title[lang]}</h1>
        {count !== undefined && <span>{count}</span>}
        <div className="page-actions">{actions}</div>
      </div>
    </header>
  );
};
