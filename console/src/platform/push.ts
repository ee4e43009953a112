import { browsers } from '@plomb/contract/personal/browsers';
import { send } from './client.ts';

const WORKER = '/push/worker.js';
const SCOPE = '/push/';

/** Whether this browser may show notifications while the console is closed, and why not. */
export type PushState = 'insecure' | 'unsupported' | NotificationPermission;

export const pushState = (): PushState => {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported';
  return Notification.permission;
};

const isPossible = (): boolean => !['insecure', 'unsupported'].includes(pushState());

/** The address at which this browser is told things now, if it is. */
export const subscribed = async (): Promise<PushSubscription | null> => {
  if (!isPossible()) return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await registration?.pushManager.getSubscription()) ?? null;
};

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
const isSame = (one: ArrayBuffer | null | undefined, other: Uint8Array): boolean =>
  one !== null && one !== undefined && new Uint8Array(one).every((byte, at) => byte === other[at]);

/** Asks its person where they were not asked yet, and the browser for its address. `key`: of whoever may write to it. */
export const subscribe = async (key: string): Promise<PushSubscription | null> => {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  const applicationServerKey = bytesOf(key);
  const { pushManager } = registration;
  const before = await pushManager.getSubscription();
  if (before && isSame(before.options.applicationServerKey, applicationServerKey)) return before;
  // made for another key, of a house that lost its secret
  await before?.unsubscribe();
  await active(registration);
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
};

/** A browser gives no address before its worker is at work. */
const active = async ({ active: now, installing, waiting }: ServiceWorkerRegistration): Promise<void> => {
  const coming = installing ?? waiting;
  if (now || !coming) return;
  await new Promise<void>((done) => {
    coming.addEventListener('statechange', () => coming.state === 'activated' && done());
  });
};

/** What the server has to know of it. */
export const told = (subscription: PushSubscription): { endpoint: string; p256dh: string; auth: string } => {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' };
};

/**
 * While somebody is signed in: what this browser is told goes on under this session and in this language; what somebody else had it
 * told ends. A notification that was clicked leads to its page in the window that is open. For `useEffect`.
 */
export const keepPush = (open: (path: string) => void): (() => void) => {
  const clicked = ({ data }: MessageEvent): void => {
    const path: unknown = data?.open;
    if (typeof path === 'string' && /^\/(?!\/)/.test(path)) open(path);
  };
  const container = window.isSecureContext ? navigator.serviceWorker : undefined;
  container?.addEventListener('message', clicked);
  container?.startMessages();
  void goOn();
  return () => container?.removeEventListener('message', clicked);
};

const goOn = async (): Promise<void> => {
  try {
    const subscription = await subscribed();
    if (!subscription) return;
    const { known } = await send(browsers.seen, { endpoint: subscription.endpoint }, { quiet: true });
    if (!known) await subscription.unsubscribe();
  } catch {
    // the next time the console is opened it is asked again
  }
};
