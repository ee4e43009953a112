import { menuSeeds } from '@plomb/contract/menus';
import { useLocation } from 'react-router';
import { Fixed } from './Fixed.tsx';
import { cleaned, recordViews } from './pages.ts';

/** What to say at an address without a page: the product has such a page but the operator may not see it, or nothing has. */
export const missingAt = (pathname: string): 'notAllowed' | 'notFound' => {
  const code = cleaned(pathname);
  const [menu = ''] = code.split('/');
  return code === '401' || Object.hasOwn(menuSeeds, `/${menu}` in recordViews ? menu : code)
    ? 'notAllowed'
    : 'notFound';
};

/** Stands where no page does. Fetched when it is needed: it knows every menu of the product, and so the whole contract. */
export const NoPage = () => <Fixed kind={missingAt(useLocation().pathname)} />;
