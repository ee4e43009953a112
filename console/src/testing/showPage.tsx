import type { Call } from '@plomb/contract/kit/call';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { signedIn, useSession } from '../platform/session.ts';

/** Signs somebody in who holds the buttons of these calls. */
export const signInWith = (...held: readonly Call[]): void => {
  const oper = { id: 1, oper_name: 'A', login_name: 'a', organization: { id: 1, org_name: 'O', logo: '' } };
  signedIn({ token: 't', publicKey: '', imageServerUrl: '', oper });
  const buttons = new Map<string, string[]>();
  for (const { permit } of held) {
    const [menu = '', button = ''] = permit.split(':');
    buttons.set(menu, [...(buttons.get(menu) ?? []), button]);
  }
  useSession.setState({
    menus: [...buttons].map(([menu_code, codes], at) => ({
      id: at + 1,
      menu_code,
      menu_name: { zh: menu_code, en: menu_code },
      menu_url: '',
      menu_icon: '',
      hidden: false,
      remarks: '2',
      sid: null,
      buttons: codes.map((btn_code) => ({ btn_code, action_url: '' })),
    })),
  });
};

/** One page in everything it stands in, at an address. */
export const showPage = (page: ReactNode, address: string) => {
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [address] });
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <App>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  );
  return router;
};
