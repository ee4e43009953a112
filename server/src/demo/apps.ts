import type { ClientBase } from 'pg';

type State = 'draft' | 'published' | 'withdrawn';
interface Version {
  app: 'handset' | 'phone';
  platform: 'android' | 'ios';
  app_version: string;
  name: string;
  notes: readonly [zh: string, en: string];
  force: boolean;
  state: State;
  /** days ago it was published */
  days: number;
}

const versions: readonly Version[] = [
  {
    app: 'handset',
    platform: 'android',
    app_version: '1.8.0',
    name: '2026 春季版',
    notes: ['支持扫码绑定设备。', 'Devices are bound by scanning their code.'],
    force: false,
    state: 'published',
    days: 200,
  },
  {
    app: 'handset',
    platform: 'android',
    app_version: '1.9.0',
    name: '安全更新',
    notes: [
      '修复登录状态可能被他人使用的问题。\n所有手持机必须升级。',
      'A sign-in could be used by somebody else.\nEvery handset has to upgrade.',
    ],
    force: true,
    state: 'published',
    days: 60,
  },
  {
    app: 'handset',
    platform: 'android',
    app_version: '1.10.0',
    name: '2026 秋季版',
    notes: ['离线时也能登记铅封照片。', 'Photos of seals are taken offline, too.'],
    force: false,
    state: 'withdrawn',
    days: 12,
  },
  {
    app: 'handset',
    platform: 'android',
    app_version: '1.10.1',
    name: '2026 秋季版（修复）',
    notes: ['修复 1.10.0 无法打开相机的问题。', 'The camera opens again, which it did not in 1.10.0.'],
    force: false,
    state: 'published',
    days: 9,
  },
  {
    app: 'handset',
    platform: 'ios',
    app_version: '1.10.1',
    name: '2026 秋季版',
    notes: ['首个 iOS 版本。', 'The first version for iOS.'],
    force: false,
    state: 'draft',
    days: 0,
  },
  {
    app: 'phone',
    platform: 'ios',
    app_version: '1.2.0',
    name: '手机版',
    notes: ['在手机上查看锁的位置。', 'Where locks are, on a phone.'],
    force: false,
    state: 'published',
    days: 30,
  },
];

/** Of how many handsets each ran what, was offered what, and is how far. */
const handsets = [
  { count: 14, now: '1.10.1', former: '1.9.0', offered: '1.10.1', fetched: true },
  { count: 6, now: '1.9.0', former: '1.8.0', offered: '1.10.1', fetched: false },
  { count: 3, now: '1.9.0', former: '', offered: '1.10.1', fetched: true },
  { count: 2, now: '1.8.0', former: '', offered: '1.10.1', fetched: false },
  { count: 1, now: '1.10.0', former: '1.9.0', offered: '1.10.1', fetched: false },
  // installed as the newest: nothing was ever offered
  { count: 2, now: '1.10.1', former: '', offered: '', fetched: false },
] as const;

/** Versions of the handset app, one that has to be taken, one withdrawn and one still a draft, with the handsets that asked. */
export const seedApps = async (db: ClientBase): Promise<void> => {
  for (const { app, platform, app_version, name, notes, force, state, days } of versions) {
    const { rows } = await db.query<{ id: number }>(
      `insert into app_version (org_id, app_name, platform, app_version, name, notes_zh, notes_en, force_update, url, oper_name,
         create_time)
       select id, $9, $1, $2, $3, $4, $5, $6, $7, 'Administrator', now() - make_interval(days => $8 + 2)
         from organisation where parent_id is null returning id`,
      [platform, app_version, name, ...notes, force, `https://apps.example.com/${app}-${app_version}`, days, app],
    );
    const steps = state === 'draft' ? [] : state === 'published' ? ['publish'] : ['publish', 'withdraw'];
    for (const [nth, step] of steps.entries())
      await db.query(
        `update app_version set state = $2, ${step}_name = 'Administrator', ${step}_time = now() - make_interval(days => $3)
          where id = $1`,
        [rows[0]?.id, step === 'publish' ? 'published' : 'withdrawn', days - nth],
      );
  }
  for (const { count, now, former, offered, fetched } of handsets)
    await db.query(
      `insert into app_installation (org_id, app_name, platform, installation, app_version, former_version, offered_version,
         offered_time, fetched_time, version_time, last_time, create_time, network)
       select o.id, 'handset', 'android', gen_random_uuid(), $2, $3, $4, case when $4 <> '' then now() - interval '8 days' end,
         case when $5 then now() - interval '7 days' end, now() - interval '6 days', now() - nth * interval '37 minutes',
         now() - interval '90 days', '192.0.2.1'
       from organisation o, generate_series(1, $1) nth where o.parent_id is null`,
      [count, now, former, offered, fetched],
    );
};
