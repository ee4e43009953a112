import { beforeEach, expect, it } from 'vitest';
import { imageUrl, type LoginAnswer, renewToken, signedIn, signedOut, token, useSession } from './session.ts';

const answer: LoginAnswer = {
  token: 'token-1',
  publicKey: 'key-1',
  imageServerUrl: '/files',
  oper: {
    id: 7,
    oper_name: '陈立',
    login_name: 'chenli',
    organization: { id: 3, org_name: '北方', logo: '/logo/1.png' },
  },
  operHobbyConfigVo: undefined,
};
const cookies = (): string[] => document.cookie.split('; ').filter((c) => !c.endsWith('=') && c !== '');

beforeEach(() => signedOut());

it('keeps token and key in cookies, and who it is, the organisation and the image server in the browser’s storage', () => {
  signedIn(answer);
  expect(cookies().sort()).toEqual(['Admin-Key=key-1', 'Admin-Token=token-1']);
  expect(token()).toBe('token-1');
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toEqual(answer.oper);
  expect(localStorage.getItem('orgName')).toBe('北方');
  expect(localStorage.getItem('imageServerUrl')).toBe('/files');
  expect(imageUrl(answer.oper.organization.logo)).toBe('/files/logo/1.png');
});

it('forgets all of it when signed out, and a late answer brings nothing back', () => {
  signedIn(answer);
  signedOut();
  renewToken('token-2', 'token-1');
  expect(cookies()).toEqual([]);
  for (const name of ['userInfo', 'orgName', 'imageServerUrl', 'hobbyConfig'])
    expect(localStorage.getItem(name)).toBeNull();
  expect(useSession.getState()).toMatchObject({ oper: null, menus: null });
});
