import type { HobbyConfig, MenuItem, Oper, SetUp } from '@plomb/contract/session/session';
import { create } from 'zustand';
import { remember, remembered, rememberedJson } from './storage.ts';

const cookie = (name: string): string => {
  const found = document.cookie.split('; ').find((c) => c.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : '';
};

/** Session cookies: they end with the browser. Lax, and Secure wherever the page itself is. */
const setCookie = (name: string, value: string): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = value === '' ? '; Max-Age=0' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists on https only, this product runs on LANs too
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${secure}${age}`;
};

export interface Session {
  oper: Oper | null;
  /** null until the permissions are fetched */
  menus: MenuItem[] | null;
  /** what comes before anything else: then no page is shown but that */
  setUp: SetUp | null;
  /** `asking`: the modal is up; `stayed`: cancelled, a banner offers to log in again */
  expired: 'no' | 'asking' | 'stayed';
  /** it did not run out: somebody signed out in another window of this browser */
  elsewhere: boolean;
  /** this session only looks, until then: no page but the wall is shown; null: it is a person's */
  wallUntil: string | null;
}

const isOper = (value: unknown): value is Oper => typeof value === 'object' && value !== null && 'oper_name' in value;
const storedOper = (): Oper | null => {
  const value = rememberedJson('userInfo');
  return isOper(value) ? value : null;
};

export const useSession = create<Session>(() => ({
  oper: storedOper(),
  menus: null,
  setUp: null,
  expired: 'no',
  elsewhere: false,
  wallUntil: null,
}));

/** The cookie is the one truth: every window of this browser sends the newest token. */
export const token = (): string => cookie('Admin-Token');

/**
 * A renewed token of an answer to what was `asked` with one. Another window may have signed out meanwhile, and somebody
 * in: nothing is brought back to life, and nobody's session is put in the place of another.
 */
export const renewToken = (renewed: string, asked: string): void => {
  if (asked !== '' && token() === asked && renewed !== asked) setCookie('Admin-Token', renewed);
};

export const setKey = (publicKey: string): void => setCookie('Admin-Key', publicKey);

export interface LoginAnswer {
  token: string;
  publicKey: string;
  imageServerUrl: string;
  oper: Oper;
  operHobbyConfigVo?: HobbyConfig | undefined;
  /** signed in with a backup code: how many are left */
  backupCodesLeft?: number | undefined;
}

export const signedIn = (answer: LoginAnswer): void => {
  setCookie('Admin-Token', answer.token);
  setKey(answer.publicKey);
  remember('imageServerUrl', answer.imageServerUrl);
  remember('userInfo', JSON.stringify(answer.oper));
  remember('orgName', answer.oper.organization.org_name);
  remember('hobbyConfig', answer.operHobbyConfigVo ? JSON.stringify(answer.operHobbyConfigVo) : null);
  // after the session of a wall the person's own menus are others
  const isOfWall = useSession.getState().wallUntil !== null;
  useSession.setState({
    ...{ oper: answer.oper, expired: 'no', elsewhere: false, wallUntil: null },
    ...(isOfWall && { menus: null }),
  });
};

export const signedOut = (): void => {
  setCookie('Admin-Token', '');
  setCookie('Admin-Key', '');
  for (const name of ['imageServerUrl', 'userInfo', 'orgName', 'hobbyConfig']) remember(name, null);
  useSession.setState({ oper: null, menus: null, setUp: null, expired: 'no', elsewhere: false, wallUntil: null });
};

/** The operator's own organisation was renamed or got another logo: the top bar follows. */
export const renewOrganisation = (organisation: Oper['organization']): void => {
  const { oper } = useSession.getState();
  if (oper?.organization.id !== organisation.id) return;
  const renewed = { ...oper, organization: organisation };
  remember('userInfo', JSON.stringify(renewed));
  remember('orgName', organisation.org_name);
  useSession.setState({ oper: renewed });
};

/**
 * The first refusal opens the one modal; later ones change nothing. After "stay" only what a person does (`acted`) asks
 * again: what the page fetches by itself would open it every few seconds.
 */
export const sessionExpired = (acted: boolean): void => {
  const { expired } = useSession.getState();
  if (expired === 'no' || (expired === 'stayed' && acted)) useSession.setState({ expired: 'asking' });
};

/** The role came to ask for something first, in the midst of a session: the permissions, fetched again, say what. */
export const setUpNeeded = (): void => {
  if (useSession.getState().setUp === null) useSession.setState({ menus: null });
};

/** Tells the other windows of this browser who is signed in now: the name, or an empty text. */
const windows = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session');
export const tellWindows = (loginName: string): void => windows?.postMessage(loginName);
export const onOtherWindow = (changed: (loginName: string) => void): (() => void) => {
  const heard = (event: MessageEvent<unknown>): void => {
    if (typeof event.data === 'string') changed(event.data);
  };
  windows?.addEventListener('message', heard);
  return () => windows?.removeEventListener('message', heard);
};

export const imageUrl = (path: string): string => (path === '' ? '' : `${remembered('imageServerUrl') ?? ''}${path}`);
