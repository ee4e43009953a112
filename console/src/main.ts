import './ui/theme/tokens.css';
import './base.css';
import { home, loginPath, safeRedirect } from './platform/redirect.ts';
import { token } from './platform/session.ts';

/**
 * Two entries share one page: the sign-in, small enough for a slow line, and the console behind it.
 * Which one loads is decided here, before either is fetched.
 */
const start = async (): Promise<void> => {
  const { pathname, search } = location;
  const atLogin = pathname === '/login' || pathname === '/login/';
  const asked = safeRedirect(new URLSearchParams(search).get('redirect'));
  if (token() !== '' && atLogin) history.replaceState(null, '', home);
  if (token() !== '' && pathname === '/auth-redirect') history.replaceState(null, '', asked ?? '/');
  if (token() !== '') {
    // the home page is known before the menus say so: it comes beside the shell, not after it
    if (location.pathname === home) {
      import('./domains/map/MapPage.tsx').catch(() => {});
      import('./map/createMap.ts').catch(() => {});
    }
    return (await import('./app/start.tsx')).start();
  }
  // whoever comes back from elsewhere without a session signs in first, and then goes where they were sent
  const wanted = pathname === '/auth-redirect' ? { pathname: asked ?? '/', search: '', hash: '' } : location;
  if (!atLogin) history.replaceState(null, '', loginPath(wanted));
  return (await import('./login/start.tsx')).start();
};

void start();
