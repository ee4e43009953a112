import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { Refused, Unreachable } from '../platform/answer.ts';
import { watchErrors } from '../platform/errorLog.ts';
import { takeWords } from '../platform/farewell.ts';
import { startI18n } from '../platform/i18n.ts';
import { startLook } from '../platform/look.ts';
import { notify } from '../platform/notices.ts';
import { startQueries } from '../platform/queries.ts';
import { watchParts, watchServers } from '../platform/release.ts';
import { guardUnload } from '../platform/unsaved.ts';
import { App } from './App.tsx';
import { Broken } from './Broken.tsx';
import { followPlaces } from './keepTabs.ts';
import './shell.css';

const queries = startQueries();

export const start = async (): Promise<void> => {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  watchErrors((error) => error instanceof Refused || error instanceof Unreachable);
  watchParts();
  watchServers();
  startLook();
  await startI18n();
  guardUnload();
  // one route: which page stands at a path is the menu's word, and every visited page keeps its own location
  const router = createBrowserRouter([{ path: '*', Component: App, ErrorBoundary: Broken }]);
  followPlaces(router);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </StrictMode>,
  );
  const words = takeWords();
  if (words) notify('info', words, 15_000);
};
