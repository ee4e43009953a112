import { z } from 'zod';
import { call, Id, Line, oneOrMore, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { appPlatforms } from './appVersions.ts';

/**
 * How far a handset is with what it was offered last. `fetched`: its download has begun; `upgraded`: the handset says itself
 * that it runs it, or a newer one; nothing else proves it.
 */
export const upgradeStates = ['none', 'offered', 'fetched', 'upgraded'] as const;
export type UpgradeState = (typeof upgradeStates)[number];

const record = {
  app_name: z.string(),
  platform: z.enum(appPlatforms),
  /** the id the app gave itself */
  installation: z.string(),
  app_version: z.string(),
  /** what it ran before; '' = not known */
  former_version: z.string(),
  /** what it was last offered; '' = nothing newer */
  offered_version: z.string(),
  state: z.enum(upgradeStates),
  offered_time: Time.nullable(),
  fetched_time: Time.nullable(),
  /** since when it says it runs this version */
  version_time: Time,
  last_time: Time,
  create_time: Time,
};
export const AppInstallation = z.object({ id: Id, ...record });
export type AppInstallation = z.output<typeof AppInstallation>;

const filter = {
  state: oneOrMore(z.enum(upgradeStates)).optional(),
  platform: oneOrMore(z.enum(appPlatforms)).optional(),
  app_version: Line(20).optional(),
  /** of the installation, or a version */
  keyword: Line(60).optional(),
};
const title = { zh: '手持端升级记录', en: 'handset upgrade records' };

/** Handsets that asked for a newer version and said who they are, each with its last upgrade. */
export const appInstallations = {
  /** Newest first, by cursor. */
  list: call({
    path: '/appInstallation/list',
    title: { zh: '查询手持端升级记录', en: 'Search handset upgrade records' },
    permit: 'appInstallation:list',
    business: null,
    input: z.object({ ...filter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(AppInstallation), more: z.boolean() }),
  }),
  detail: call({
    path: '/appInstallation/detail',
    title: { zh: '查看手持端升级记录', en: 'View a handset upgrade record' },
    permit: 'appInstallation:list',
    business: null,
    input: z.object({ id: Id }),
    output: AppInstallation,
  }),
  export: exportCall({
    path: 'appInstallation',
    menu: 'appInstallation',
    title,
    filter,
    fields: Object.keys(record),
  }),
};
