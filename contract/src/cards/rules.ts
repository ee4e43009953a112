import { z } from 'zod';
import { call, EnableStatus, Id, Line, Time } from '../kit/call.ts';
import { isTimeZone } from '../kit/exporting.ts';
import { resource, statusCall, Version } from '../kit/resource.ts';
import { NamedArea } from '../lock/outline.ts';

export const ruleLimits = {
  areas: 10,
  cards: 500,
  devices: 1000,
  /** how far ahead one may begin, in days */
  aheadDays: 366,
} as const;

const Hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'hourOfDay' });
/** Hours of each day; until an earlier one than from: over midnight. */
export const Hours = z.object({
  from: Hour,
  until: Hour,
  time_zone: z.string().max(60).refine(isTimeZone, { error: 'timeZone' }),
});
export type Hours = z.output<typeof Hours>;

/** An outline as a rule draws it. */
export const RuleArea = NamedArea;
export type RuleArea = z.output<typeof RuleArea>;

/** How many of the locks it is for stand so (`syncStates`). */
const counts = { desired: z.int(), pushing: z.int(), synced: z.int(), drift: z.int(), unable: z.int() };

const row = {
  rule_name: z.string(),
  status: EnableStatus,
  org_id: Id,
  org_name: z.string(),
  areas: z.array(RuleArea),
  /** how many cards it lets open */
  cards: z.int(),
  /** whether it is for all locks of its organisation and of those below, or for chosen ones */
  all_devices: z.boolean(),
  from_time: Time.nullable(),
  until_time: Time.nullable(),
  hours: Hours.nullable(),
  /** enabled, and within its period */
  in_force: z.boolean(),
  /** locks it is for */
  devices: z.int(),
  ...counts,
  /** by whose right its cards are given: who wrote or enabled it last */
  oper_name: z.string(),
  /** that person may give no cards any more: nothing is pushed until somebody enables it anew */
  without_right: z.boolean(),
  /** it was deleted while locks held its cards: gone when each has let them go; null: it was not */
  removing_time: Time.nullable(),
  create_time: Time,
};
const write = {
  rule_name: Line(60).min(1, { error: 'required' }),
  areas: z.array(RuleArea).min(1, { error: 'drawArea' }).max(ruleLimits.areas),
  card_ids: z.array(Id).min(1, { error: 'selectOne' }).max(ruleLimits.cards),
  /** null: all locks of its organisation and of those below */
  device_ids: z.array(Id).min(1, { error: 'selectOne' }).max(ruleLimits.devices).nullable(),
  from_time: Time.nullable(),
  until_time: Time.nullable(),
  hours: Hours.nullable(),
};
/** What a change of a rule changed. */
export const ruleChanges = [
  'written',
  'enabled',
  'disabled',
  'name',
  'areas',
  'cards',
  'locks',
  'period',
  'hours',
] as const;
export const RuleChange = z.object({
  id: Id,
  since: Time,
  /** null: it says so still */
  until: Time.nullable(),
  /** '' = the platform */
  changed_by: z.string(),
  changes: z.array(z.enum(ruleChanges)),
  /** what it was called from then on */
  rule_name: z.string(),
  /** names of cards that it let open from then on, and of those that it did not any more */
  cards_come: z.array(z.string()),
  cards_go: z.array(z.string()),
});
export type RuleChange = z.output<typeof RuleChange>;

const title = { zh: '刷卡区域', en: 'card area' };
const plain = resource({
  path: 'regionalRule',
  menu: 'regionalRule',
  title,
  row,
  write: { ...write, status: EnableStatus },
  filter: {
    status: EnableStatus.optional(),
    card_id: Id.optional(),
    device_id: Id.optional(),
  },
  sort: ['rule_name', 'create_time'],
});

/** Which cards open which locks in which areas, and when. */
export const regionalRules = {
  ...plain,
  add: call({ ...plain.add, input: plain.add.input.extend({ org_id: Id.optional() }) }),
  /** Enabled or not it stays. */
  update: call({ ...plain.update, input: plain.update.input.omit({ status: true }) }),
  status: statusCall('regionalRule', 'regionalRule', title),
  detail: call({
    ...plain.detail,
    output: z.object({
      id: Id,
      ...row,
      /** one that is disabled or being deleted opens by no rule */
      card_list: z.array(
        z.object({
          ...{ id: Id, ic_no: z.string(), ic_name: z.string(), card_no: z.string() },
          ...{ status: EnableStatus, removing: z.boolean() },
        }),
      ),
      /** of chosen ones; null: all */
      device_list: z
        .array(z.object({ id: Id, sn: z.string(), device_name: z.string(), subject: z.string() }))
        .nullable(),
      version: Version,
    }),
  }),
  /** What a rule said when, newest first, also one that was deleted: what was done while it held is judged by it still. */
  history: call({
    path: '/regionalRule/history',
    title: { zh: '查看刷卡区域的变更', en: 'View changes of a card area' },
    permit: 'regionalRule:list',
    business: null,
    input: z.object({
      rule_id: Id,
      /** only changes before this one */
      before: Id.optional(),
    }),
    output: z.object({ rows: z.array(RuleChange), /** there are earlier ones */ more: z.boolean() }),
  }),
  /** Those that were deleted, the last first. */
  deleted: call({
    path: '/regionalRule/deleted',
    title: { zh: '查看已删除的刷卡区域', en: 'View deleted card areas' },
    permit: 'regionalRule:list',
    business: null,
    input: z.object({
      /** of its name */
      keyword: Line(60).optional(),
      page: z.int().min(1).default(1),
      size: z.int().min(1).max(100).default(20),
    }),
    output: z.object({
      rows: z.array(
        z.object({
          id: Id,
          /** as it was called last */
          rule_name: z.string(),
          org_name: z.string(),
          deleted_time: Time,
          /** who changed it last, which most often was deleting it; '' = the platform */
          changed_by: z.string(),
        }),
      ),
      total: z.int(),
    }),
  }),
  /** What the form offers: organisations, and the cards that may be given. */
  options: call({
    path: '/regionalRule/options',
    title: { zh: '刷卡区域选项', en: 'Card area form options' },
    permit: 'regionalRule:list',
    business: null,
    input: z.object({ card_keyword: Line(60).optional() }),
    output: z.object({
      organizations: z.array(z.object({ id: Id, org_name: z.string(), parent_id: Id.nullable() })),
      /** the first hundred by name */
      cards: z.array(
        z.object({ id: Id, ic_no: z.string(), ic_name: z.string(), card_no: z.string(), org_name: z.string() }),
      ),
    }),
  }),
};
