import type { Browser } from '@plomb/contract/personal/browsers';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepPush } from '../../platform/push.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { Browsers } from './Browsers.tsx';

inEnglish();

const endpoint = 'https://push.example/abc';
const key = btoa(String.fromCharCode(4, ...Array<number>(64).fill(7))).replace(/=+$/, '');
const row: Browser = {
  ...{ id: 3, user_agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36', host: 'push.example' },
  ...{ least: 'warning', kinds: [], quiet_from: '', quiet_until: '', zone: 'Asia/Shanghai', current: true },
  ...{ refuses: false, create_time: '2026-11-23T08:00:00.000Z', seen_time: '2026-11-23T08:00:00.000Z', last: null },
};

/** what the browser would do */
let permission: NotificationPermission;
let answer: NotificationPermission;
let subscription: { endpoint: string } | null;
let messages: ((event: { data: unknown }) => void)[];
const subscribe = vi.fn();
const unsubscribe = vi.fn();
const register = vi.fn();
const browser = () => {
  const made = () => ({
    endpoint,
    options: { applicationServerKey: Uint8Array.from(atob(key), (sign) => sign.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      unsubscribe();
      subscription = null;
    },
  });
  const registration = {
    active: {},
    pushManager: {
      getSubscription: async () => subscription && made(),
      subscribe: async (options: unknown) => {
        subscribe(options);
        subscription = { endpoint };
        return made();
      },
    },
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: async () => {
      permission = answer;
      return answer;
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async (...all: unknown[]) => {
        register(...all);
        return registration;
      },
      getRegistration: async () => registration,
      addEventListener: (_: string, listener: (event: { data: unknown }) => void) => void messages.push(listener),
      removeEventListener: () => undefined,
      startMessages: () => undefined,
    },
  });
};
let server: ReturnType<typeof fakeServer>;
let rows: Browser[];
let may: boolean;
beforeEach(() => {
  [permission, answer, subscription, messages] = ['default', 'granted', null, []];
  [rows, may] = [[], true];
  for (const spy of [subscribe, unsubscribe, register]) spy.mockClear();
  browser();
  signInWith();
  server = fakeServer();
  server.on('/browser/list', () => ({ data: { key, may, rows } }));
  server.on('/browser/save', () => {
    rows = [row];
    return { data: { id: 3 } };
  });
  server.on('/browser/test', () => {
    rows = [{ ...row, last: { time: '2026-11-23T08:01:00.000Z', state: 'failed', answer: 'HTTP 403' } }];
    return { data: {} };
  });
  server.on('/browser/remove', () => {
    rows = [];
    return { data: {} };
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});
const show = () => showPage(<Browsers />, '/account');
const asked = (path: string) => server.asked.filter((one) => one.path === path).map(({ body }) => body);

it('is switched on once the browser allows it: its worker in a scope of its own, its address and keys told', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Switch on in this browser' }));
  expect(await screen.findByText('This browser')).toBeTruthy();
  expect(register).toHaveBeenCalledWith('/push/worker.js', { scope: '/push/' });
  expect(subscribe).toHaveBeenCalledWith(expect.objectContaining({ userVisibleOnly: true }));
  expect(asked('/browser/save')).toMatchObject([
    { endpoint, p256dh: 'p', auth: 'a', least: 'warning', kinds: [], quiet_from: '', quiet_until: '' },
  ]);
});

it('says so where the question of the browser was put away, and asks again', async () => {
  answer = 'default';
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Switch on in this browser' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing is switched on');
  expect(asked('/browser/save')).toEqual([]);
  answer = 'granted';
  await userEvent.click(screen.getByRole('button', { name: 'Switch on in this browser' }));
  expect(await screen.findByText('This browser')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says what became of a test, and is switched off', async () => {
  [permission, subscription, rows] = ['granted', { endpoint }, [row]];
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Test' }));
  expect(await screen.findByText(/HTTP 403/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Switch off' }));
  expect(await screen.findByRole('button', { name: 'Switch on in this browser' })).toBeTruthy();
  expect(unsubscribe).toHaveBeenCalled();
  expect(asked('/browser/remove')).toMatchObject([{ id: 3 }]);
});

it('tells of critical alarms alone where its person says so', async () => {
  [permission, subscription, rows] = ['granted', { endpoint }, [row]];
  show();
  await userEvent.click(await screen.findByRole('radio', { name: 'Critical alarms only' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked('/browser/save')).toMatchObject([{ least: 'critical' }]));
  expect(subscribe).not.toHaveBeenCalled();
});

it('asked and refused says how to allow it', async () => {
  answer = 'denied';
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Switch on in this browser' }));
  expect(await screen.findByText('This browser allows this site no notifications')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Switch on in this browser' })).toBeNull();
  expect(asked('/browser/save')).toEqual([]);
});

it('is explained where it cannot be: without encryption, in a browser that cannot, and to who sees no alarms', async () => {
  vi.stubGlobal('isSecureContext', false);
  show();
  expect(await screen.findByText('Not possible at this address')).toBeTruthy();
  vi.stubGlobal('isSecureContext', true);
  Reflect.deleteProperty(globalThis, 'PushManager');
  show();
  expect(await screen.findByText('This browser cannot do it')).toBeTruthy();
  may = false;
  show();
  expect(await screen.findByText(/^Your role sees no alarms/)).toBeTruthy();
});

it('what did not load says why, and is asked for again', async () => {
  server.on('/browser/list', () => 'broken');
  show();
  const again = await screen.findByRole('button', { name: 'Load again' });
  server.on('/browser/list', () => ({ data: { key, may, rows } }));
  await userEvent.click(again);
  expect(await screen.findByRole('button', { name: 'Switch on in this browser' })).toBeTruthy();
});

it('says why the browser gave no address', async () => {
  subscribe.mockImplementationOnce(() => {
    throw new DOMException('Registration failed - push service error', 'AbortError');
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Switch on in this browser' }));
  expect(await screen.findByText('Registration failed - push service error')).toBeTruthy();
});

it('shows the person’s other browsers, each with a way out', async () => {
  rows = [{ ...row, id: 9, current: false, refuses: true }];
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Switch off: Chrome 141 · Windows' }));
  await waitFor(() => expect(asked('/browser/remove')).toMatchObject([{ id: 9 }]));
  expect(unsubscribe).not.toHaveBeenCalled();
});

it('an open console goes on with it, ends what somebody else had told here, and goes where a notification leads', async () => {
  [permission, subscription] = ['granted', { endpoint }];
  let known = true;
  server.on('/browser/seen', () => ({ data: { known } }));
  const went: string[] = [];
  keepPush((path) => went.push(path));
  await waitFor(() => expect(asked('/browser/seen')).toMatchObject([{ endpoint, langue: 'en_US' }]));
  expect(unsubscribe).not.toHaveBeenCalled();
  for (const open of ['/alarm?id=7', 'https://evil.example/', '//evil.example']) messages[0]!({ data: { open } });
  expect(went).toEqual(['/alarm?id=7']);
  known = false;
  keepPush(() => undefined);
  await waitFor(() => expect(unsubscribe).toHaveBeenCalled());
});
