import { z } from 'zod';
import { call, Id, Latitude, Line, Longitude, Nothing } from '../kit/call.ts';
import { Sealed } from '../kit/person.ts';

/** Flag of the preferences: the specification's T and F. */
const Flag = z.enum(['T', 'F']);

/** An operator's preferences ("hobby config"). `system_title` is what the page shows when `title` is empty. */
export const HobbyConfig = z.object({
  id: Id,
  title: z.string(),
  map_type: z.enum(['baidu', 'google', 'amap', 'offline']),
  map_level: z.int().min(1).max(22),
  lat: Latitude.nullable(),
  lon: Longitude.nullable(),
  is_voice: Flag,
  is_police_voice: Flag,
  system_title: z.string(),
});
export type HobbyConfig = z.output<typeof HobbyConfig>;

export const Oper = z.object({
  id: Id,
  oper_name: z.string(),
  login_name: z.string(),
  organization: z.object({ id: Id, org_name: z.string(), logo: z.string() }),
});
export type Oper = z.output<typeof Oper>;

export const MenuItem = z.object({
  id: Id,
  menu_code: z.string(),
  menu_name: z.object({ zh: z.string(), en: z.string() }),
  menu_url: z.string(),
  menu_icon: z.string(),
  hidden: z.boolean(),
  remarks: z.string(),
  sid: Id.nullable(),
  buttons: z.array(z.object({ btn_code: z.string(), action_url: z.string() })),
});
export type MenuItem = z.output<typeof MenuItem>;

/** A duty before anything else: replace a temporary password, or set up the second factor that the role requires. */
export const SetUp = z.enum(['password', 'secondFactor']);
export type SetUp = z.output<typeof SetUp>;

const titled = (zh: string, en: string) => ({ zh, en });

/** Signing in and out, and what the console needs to know about who signed in. */
/** How a session can have ended. `disabled`: its account, or the organisation, is so now, and no password brings it back. */
export const sessionEnds = [
  'expired',
  'disabled',
  'signedOut',
  'elsewhere',
  'password',
  'secondFactor',
  'beyond',
] as const;
export type SessionEnd = (typeof sessionEnds)[number];

export const session = {
  key: call({
    path: '/login/key',
    title: titled('获取登录密钥', 'Get a login key'),
    permit: 'open',
    business: null,
    input: Nothing,
    output: z.object({ keyId: z.string(), publicKey: z.string(), nonce: z.string(), expires: z.iso.datetime() }),
  }),
  /** why a session ended, told to whoever has its token: `expired` is also what nobody knows */
  ended: call({
    path: '/login/ended',
    title: titled('查询登录结束原因', 'Why a session ended'),
    permit: 'open',
    business: null,
    input: z.object({ token: z.string().max(100) }),
    output: z.object({ why: z.enum(sessionEnds) }),
  }),
  login: call({
    path: '/login/login',
    title: titled('登录', 'Log in'),
    permit: 'open',
    business: 'login',
    input: z.object({
      username: Line(64).min(1, { error: 'userName' }),
      password: Sealed.min(1, { error: 'required' }),
      /** of the second factor, where the operator has one: asked for by `secondFactor` */
      code: z.string().trim().max(20).optional(),
    }),
    output: z.object({
      token: z.string(),
      publicKey: z.string(),
      imageServerUrl: z.string(),
      oper: Oper,
      operHobbyConfigVo: HobbyConfig.optional(),
      /** signed in with a backup code: how many are left */
      backupCodesLeft: z.int().optional(),
    }),
  }),
  getAuth: call({
    path: '/auth/getAuth',
    title: titled('获取权限', 'Fetch permissions'),
    permit: 'session',
    duringSetUp: true,
    onWalls: true,
    business: null,
    input: Nothing,
    output: z.object({
      token: z.string(),
      publicKey: z.string(),
      menus: z.array(MenuItem),
      /** this session only looks, until then: no page but the wall is shown */
      wall_until: z.iso.datetime().optional(),
      /** what comes before anything else: until it is done other calls answer `setUpNeeded` */
      setUp: SetUp.optional(),
    }),
  }),
  logout: call({
    path: '/login/logout',
    title: titled('退出登录', 'Log out'),
    permit: 'session',
    duringSetUp: true,
    onWalls: true,
    business: 'login',
    input: Nothing,
    output: Nothing,
  }),
  changePassword: call({
    path: '/login/changePassword',
    title: titled('修改密码', 'Change password'),
    permit: 'session',
    duringSetUp: true,
    business: 'update',
    input: z.object({
      oldPassword: Sealed.min(1, { error: 'required' }),
      newPassword: Sealed.min(1, { error: 'required' }),
    }),
    output: Nothing,
  }),
  findPreferences: call({
    path: '/oper/hobbyConfig/find',
    title: titled('查询偏好', 'Find preferences'),
    permit: 'session',
    duringSetUp: true,
    onWalls: true,
    business: null,
    input: Nothing,
    output: HobbyConfig,
  }),
  updatePreferences: call({
    path: '/oper/hobbyConfig/update',
    title: titled('修改偏好', 'Update preferences'),
    permit: 'session',
    business: 'update',
    input: z.object({
      id: Id,
      map_type: HobbyConfig.shape.map_type,
      is_voice: Flag,
      is_police_voice: Flag,
      title: Line(60).optional(),
      map_level: HobbyConfig.shape.map_level.optional(),
      lat: Latitude.optional(),
      lon: Longitude.optional(),
    }),
    output: Nothing,
  }),
};

/** A person's own password: 6-16 letters and digits, both of them. Source: specification, section 5. */
export const strictPassword = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,16}$/;
