import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { publicConfig } from '../platform/config.ts';
import { takeWords } from '../platform/farewell.ts';
import { home, safeRedirect } from '../platform/redirect.ts';
import { onOtherWindow } from '../platform/session.ts';
import { setLangChoice } from '../platform/settings.ts';
import { onTold } from '../platform/windows.ts';
import { Notices } from '../ui/Notices.tsx';
import { LoginPage } from './LoginPage.tsx';
import './login.css';

export const start = (): void => {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  const words = takeWords();
  createRoot(root).render(
    <StrictMode>
      <LoginPage why={words} />
      <Notices />
    </StrictMode>,
  );
  // another window of this browser: signed in there is signed in here
  onOtherWindow((loginName) => {
    if (loginName !== '') location.replace(safeRedirect(new URLSearchParams(location.search).get('redirect')) ?? home);
  });
  onTold((told) => {
    if (told.kind === 'language') setLangChoice(told.lang);
  });
  publicConfig().catch(() => {
    // the sign-in asks again and shows what is wrong then
  });
};
