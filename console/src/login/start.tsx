import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { publicConfig } from '../platform/config.ts';
import { takeWords } from '../platform/farewell.ts';
import { notify, serverErrorTime } from '../platform/notices.ts';
import { Notices } from '../ui/Notices.tsx';
import { LoginPage } from './LoginPage.tsx';
import './login.css';

export const start = (): void => {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  createRoot(root).render(
    <StrictMode>
      <LoginPage />
      <Notices />
    </StrictMode>,
  );
  const words = takeWords();
  if (words) notify('error', words, serverErrorTime);
  publicConfig().catch(() => {
    // the sign-in asks again and shows what is wrong then
  });
};
