import { z } from 'zod';
import { call, Id, Line, Nothing, Time } from '../kit/call.ts';
import { alarmKinds } from '../lock/codes.ts';
import { Schedule } from '../lock/schedule.ts';
import { AlarmSeverity } from './alarms.ts';

/** Why a guarding kind rings as less has at least so many characters. */
export const RULE_REASON_LEAST = 6;
/** Recipients a rule names for one step. */
export const MOST_TOLD = 20;
/** Organisations that are named with lesser rules than the one above them. */
export const MOST_LESSER = 20;

const Minutes = z.int().min(1).max(1440).nullable();
const said = {
  /** off: it does not ring at all */
  is_on: z.boolean(),
  severity: AlarmSeverity,
  /** outside of it the alarm is a mere notice; null: always */
  schedule: Schedule.nullable(),
  /** an alarm that nobody has taken for so long is told again, and told further; null: as the house has it */
  again_minutes: Minutes,
  further_minutes: Minutes,
};
const Recipient = z.object({ id: Id, config_name: z.string() });

/** What holds for a kind of alarm in an organisation, and who said so. */
export const AlarmRule = z.object({
  kind: z.enum(alarmKinds),
  ...said,
  /** by name, who is told, and who is told further up; of a rule from above the caller's sight none is named */
  told: z.array(Recipient),
  told_further: z.array(Recipient),
  /** how many it names, seen or not; 0: as for every alarm, the nearest organisation that has recipients, and the next above it */
  names: z.int(),
  names_further: z.int(),
  reason: z.string(),
  /** the organisation itself, one above it, or nobody: then it is as a new product has it */
  from: z.enum(['own', 'above', 'product']),
  /** whose rule it is; '' = nobody's, or above the caller's sight */
  from_org_name: z.string(),
  /** its own has less than what an organisation above has said since: it stays until somebody changes it */
  is_lesser: z.boolean(),
  /** organisations below whose own rule has less than this one, which does not reach them; the first by name */
  lesser: z.array(z.object({ org_id: Id, org_name: z.string() })).max(MOST_LESSER),
});
export type AlarmRule = z.output<typeof AlarmRule>;

export const AlarmRuleChange = z.object({
  id: Id,
  time: Time,
  /** '' = the platform */
  changed_by: z.string(),
  /** what it said from then on; null: it went, and what is above held */
  said: z.object({ ...said, names: z.int(), names_further: z.int(), reason: z.string() }).nullable(),
});
export type AlarmRuleChange = z.output<typeof AlarmRuleChange>;

const title = (zh: string, en: string) => ({ zh, en });
/** without it the caller's own */
const Org = Id.optional();
const kind = z.enum(alarmKinds);

export const alarmRules = {
  /** Every kind with what holds for it in an organisation. */
  list: call({
    path: '/alarmRule/list',
    title: title('查询告警规则', 'Search alarm rules'),
    permit: 'alarmRule:list',
    business: null,
    input: z.object({ org_id: Org }),
    output: z.object({
      org_id: Id,
      org_name: z.string(),
      rows: z.array(AlarmRule),
      /** of the house, minutes */
      again: z.int(),
      further: z.int(),
    }),
  }),
  /** What the form offers: the caller's organisations, and the recipients of the one that is asked about. */
  options: call({
    path: '/alarmRule/options',
    title: title('告警规则选项', 'Alarm rule form options'),
    permit: 'alarmRule:list',
    business: null,
    input: z.object({ org_id: Org }),
    output: z.object({
      organizations: z.array(z.object({ id: Id, org_name: z.string(), parent_id: Id.nullable() })),
      recipients: z.array(Recipient),
    }),
  }),
  /** Every change of an organisation's own rule, the newest first. */
  history: call({
    path: '/alarmRule/history',
    title: title('查询告警规则变更', 'Read the changes of an alarm rule'),
    permit: 'alarmRule:list',
    business: null,
    input: z.object({ org_id: Org, kind }),
    output: z.object({ rows: z.array(AlarmRuleChange) }),
  }),
  /**
   * For an organisation and those below it that have none of their own. A kind that guards goods always rings, and at all hours; that
   * it rings as less than critical needs a reason.
   */
  set: call({
    path: '/alarmRule/set',
    title: title('修改告警规则', 'Edit alarm rule'),
    permit: 'alarmRule:update',
    business: 'update',
    input: z.object({
      org_id: Org,
      kind,
      ...said,
      told: z.array(Id).max(MOST_TOLD),
      told_further: z.array(Id).max(MOST_TOLD),
      reason: Line(200).default(''),
    }),
    output: Nothing,
  }),
  /** The organisation's own rule goes, and what is above it holds. */
  remove: call({
    path: '/alarmRule/remove',
    title: title('恢复沿用的告警规则', 'Let an alarm rule be inherited again'),
    permit: 'alarmRule:delete',
    business: 'delete',
    input: z.object({ org_id: Org, kind }),
    output: Nothing,
  }),
};
