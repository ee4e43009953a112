import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSettings } from '../platform/settings.ts';
import { MenuIcon } from '../ui/MenuIcon.tsx';
import type { Page } from './pages.ts';
import './phoneBar.css';

/** The pages one needs with one hand, in this order, as far as the operator has them. */
const wanted = [
  ['/map', 'map'],
  ['/device', 'devices'],
  ['/alarm', 'alarm'],
  ['/dashboard', 'dashboard'],
  ['/account', 'person'],
] as const;

/** The bar at the lower edge of a phone. */
export const PhoneBar = ({ pages, path }: { pages: readonly Page[]; path: string }) => {
  const { t } = useTranslation('app');
  const lang = useSettings((s) => s.lang);
  return (
    <nav className="phone-bar" aria-label={t('bar')}>
      {wanted.map(([to, icon]) => {
        const page = pages.find((p) => p.path === to);
        if (!page) return null;
        return (
          <Link key={to} to={to} aria-current={path === to ? 'page' : undefined}>
            <MenuIcon name={icon} />
            <span>{page.title[lang]}</span>
          </Link>
        );
      })}
    </nav>
  );
};
