import { z } from 'zod';
import { Failures } from '../firmware/failures.ts';
import { rolloutStates } from '../firmware/steps.ts';
import { call, Id, Line, Nothing, oneOrMore, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { LoginName, Sealed } from '../kit/person.ts';
import type { Text } from '../kit/text.ts';
import { LockStatusCode, lockFamilies } from '../lock/codes.ts';
import { orderKinds } from '../lock/orderKinds.ts';
import { NamedArea, NamedAreas } from '../lock/outline.ts';
import { isReasonGiven } from '../orders/reason.ts';

/** Orders that an organisation may want a second person for. */
export const approvalOrders = ['unseal', 'factory_reset'] as const;
export type ApprovalOrder = (typeof approvalOrders)[number];
/** What is asked for: those orders, and that a roll-out of firmware that stopped by itself goes on. */
export const approvalKinds = [...approvalOrders, 'firmware_resume'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];
/** Of these the second person signs in where it is done. */
export const presentRuleKinds = ['scrap', 'seal_series'] as const;
/** What its rules name. */
export const approvalRuleKinds = [...approvalKinds, ...presentRuleKinds] as const;
export type ApprovalRuleKind = (typeof approvalRuleKinds)[number];

export const approvalTitles: Record<ApprovalKind, Text> = {
  unseal: orderKinds.unseal.title,
  factory_reset: orderKinds.factory_reset.title,
  firmware_resume: { zh: '继续固件升级', en: 'Resume a roll-out' },
};

/** One waits; each of the others is an end. */
export const approvalStates = ['waiting', 'approved', 'declined', 'withdrawn', 'lapsed'] as const;
export type ApprovalState = (typeof approvalStates)[number];
/** Where the second person was: elsewhere at an own screen, or beside whoever asked, at theirs. */
export const approvalWays = ['afar', 'present'] as const;
export type ApprovalWay = (typeof approvalWays)[number];
/** As the reader sees it. */
export const approvalDirections = ['forMe', 'byMe'] as const;

const fields = {
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  sn: z.string(),
  device_name: z.string(),
  subject: z.string(),
  /** of the roll-out it is about; '' = it is about a device */
  firmware_version: z.string(),
  /** whose device or roll-out it is */
  org_name: z.string(),
  reason_code: z.string().nullable(),
  reason_text: z.object({ zh: z.string(), en: z.string() }).nullable(),
  reason: z.string(),
  /** who asked */
  oper_name: z.string(),
  login_name: z.string(),
  create_time: Time,
  expire_time: Time,
  end_time: Time.nullable(),
  /** who approved or declined; '' = nobody */
  decider_name: z.string(),
  decider_login: z.string(),
  way: z.enum(approvalWays).nullable(),
  /** what whoever decided said to it */
  remark: z.string(),
};
export const Approval = z.object({
  id: Id,
  /** null: it is about a roll-out */
  device_id: Id.nullable(),
  ...fields,
  /** the reader asked for it itself, and decides nothing of it */
  own: z.boolean(),
  /** what came of it, once it was approved: the order; null also when that is kept no longer */
  order_id: Id.nullable(),
  /** its lock now; null: out of the reader's sight */
  lock: z
    .object({
      lock_status: LockStatusCode,
      family: z.enum(lockFamilies),
      /** of the lock's newest word about its metal; null: it never said one */
      lock_time: Time.nullable(),
      /** that word is the present, and not just the last that is known */
      fresh: z.boolean(),
      electric: z.int().nullable(),
      velocity: z.number().nullable(),
      /** of when the position and the speed are */
      place_time: Time.nullable(),
      /** null also for who may not see the map */
      lon: z.number().nullable(),
      lat: z.number().nullable(),
    })
    .nullable(),
  /** how the roll-out stands that is to go on; null: it is about a device */
  rollout: z
    .object({
      id: Id,
      device_type_name: z.string(),
      state: z.enum(rolloutStates),
      /** the one under way; 0 is the canary */
      wave: z.int(),
      /** locks that get it */
      total: z.int(),
      success: z.int(),
      /** what failed, by its cause */
      failed: z.array(Failures),
      /** not begun, or not at their end */
      open: z.int(),
    })
    .nullable(),
});
export type Approval = z.output<typeof Approval>;

/** Of those who may decide one, how many are told of. */
export const MOST_DECIDERS = 20;

const title = (zh: string, en: string): Text => ({ zh, en });
const filter = {
  direction: z.enum(approvalDirections).optional(),
  kind: z.enum(approvalKinds).optional(),
  state: oneOrMore(z.enum(approvalStates)).optional(),
  /** of the device, or who asked */
  keyword: Line(60).optional(),
};
const paging = { before: Id.optional(), size: z.int().min(1).max(100).default(20) };

const reasonShort = { path: ['reason'], error: 'reasonShort' };
/** made by the caller, one for each press of the button */
const Key = z.string().regex(/^[\w-]{8,64}$/);
const request = {
  device_id: Id,
  kind: z.enum(approvalOrders),
  reason_code: Line(40).optional(),
  reason: Line(200).default(''),
  idempotency_key: Key,
};
/** Who stands beside whoever asks, and signs in there. */
const secondPerson = {
  login_name: LoginName,
  password: Sealed.min(1, { error: 'required' }),
  /** of the second factor, where that person has one */
  code: z.string().trim().max(20).optional(),
};
const resume = { id: Id, reason: Line(200).min(4, { error: 'reasonShort' }), idempotency_key: Key };
const Remark = Line(200);

export const approvals = {
  list: call({
    path: '/approval/list',
    title: title('查询审批', 'Search approvals'),
    permit: 'approval:list',
    business: null,
    input: z
      .object({
        ...filter,
        ...paging,
        /** what lapses first stands first, of two at once the older; that is not read on, so `before` does not go with it */
        order: z.enum(['newest', 'urgency']).default('newest'),
      })
      .refine(({ before, order }) => before === undefined || order === 'newest', {
        path: ['before'],
        error: 'outOfRange',
      }),
    output: z.object({ rows: z.array(Approval), more: z.boolean() }),
  }),
  detail: call({
    path: '/approval/detail',
    title: title('查看审批', 'View an approval'),
    permit: 'approval:list',
    business: null,
    input: z.object({ id: Id }),
    output: Approval,
  }),
  export: exportCall({
    path: 'approval',
    menu: 'approval',
    title: title('审批', 'approvals'),
    filter,
    fields: Object.keys(fields),
  }),
  /** The reader's own requests, of whatever they are about: those that wait, and what became of the others within a day. */
  own: call({
    path: '/approval/own',
    title: title('查看我的申请', 'View the own requests'),
    permit: 'session',
    business: null,
    input: Nothing,
    output: z.object({ rows: z.array(Approval) }),
  }),
  /** How many wait for the reader's decision, and which have waited longest. */
  waiting: call({
    path: '/approval/waiting',
    title: title('统计待我审批', 'Count the approvals that wait for me'),
    permit: 'approval:decide',
    onWalls: true,
    business: null,
    input: Nothing,
    output: z.object({
      count: z.int(),
      /** the three longest waiting */
      rows: z
        .array(
          Approval.pick({
            id: true,
            kind: true,
            sn: true,
            device_name: true,
            subject: true,
            firmware_version: true,
            create_time: true,
          }),
        )
        .max(3),
    }),
  }),
  /** Which orders of a device need a second person, before anybody fills in a form, and what waits for one. */
  needed: call({
    path: '/approval/needed',
    title: title('查看须审批的操作', 'View what needs an approval'),
    permit: 'map:list',
    business: null,
    input: z.object({ device_id: Id }),
    output: z.object({
      kinds: z.array(z.enum(approvalOrders)),
      /** why an unseal does, where it does not everywhere: its lock is outside of the areas, or nobody knows where it is; null: neither */
      unseal_barred: z.enum(['outside', 'place']).nullable(),
      minutes: z.int(),
      /** the frozen period that it is in, and whether that keeps the reader from unsealing it; null: it is in none */
      frozen: z.object({ name: z.string(), until: Time, binds: z.boolean() }).nullable(),
      waiting: z.array(Approval),
    }),
  }),
  /** Who may decide it while it waits, as far as they are in sight: those next to the device first. Whoever asked is none of them. */
  deciders: call({
    path: '/approval/deciders',
    title: title('查看谁能审批', 'View who can approve'),
    permit: 'approval:list',
    business: null,
    input: z.object({ id: Id }),
    output: z.object({
      rows: z
        .array(
          z.object({
            id: Id,
            oper_name: z.string(),
            login_name: z.string(),
            org_name: z.string(),
            /** what became of the mail of this request to them; null: none was written */
            mail: z.enum(['waits', 'sent', 'failed']).nullable(),
          }),
        )
        .max(MOST_DECIDERS),
      /** more than those: out of the reader's sight, or beyond the twenty */
      others: z.int(),
      /** the frozen period in which nobody's approval helps, for whoever asked may not open in it; null: none holds */
      frozen: z.object({ name: z.string(), until: Time }).nullable(),
    }),
  }),
  /** Takes the button of the order's own kind. */
  ask: call({
    path: '/approval/ask',
    title: title('申请审批', 'Ask for an approval'),
    permit: 'map:list',
    business: 'command',
    input: z.object(request).refine(isReasonGiven, reasonShort),
    output: Approval,
  }),
  /** The same, and a second person who stands beside approves it at once with an own sign-in. */
  present: call({
    path: '/approval/present',
    title: title('第二人当场批准', 'Approve beside whoever asks'),
    permit: 'map:list',
    business: 'command',
    input: z.object({ ...request, ...secondPerson }).refine(isReasonGiven, reasonShort),
    output: Approval,
  }),
  /** Asks for the own password each time. */
  approve: call({
    path: '/approval/approve',
    title: title('批准', 'Approve'),
    permit: 'approval:decide',
    business: 'command',
    input: z.object({ id: Id, password: Sealed.min(1, { error: 'required' }), remark: Remark.default('') }),
    output: Approval,
  }),
  decline: call({
    path: '/approval/decline',
    title: title('拒绝', 'Decline'),
    permit: 'approval:decide',
    business: 'update',
    input: z.object({ id: Id, remark: Remark.min(1, { error: 'required' }) }),
    output: Approval,
  }),
  /** The own one alone; what a key asked for its holder takes back. */
  withdraw: call({
    path: '/approval/withdraw',
    title: title('撤回申请', 'Withdraw a request'),
    permit: 'session',
    business: 'update',
    input: z.object({ id: Id }),
    output: Approval,
  }),
};

/** That a roll-out of firmware goes on which stopped by itself: two ask for it and approve it as they do of an order. */
export const resumeApprovals = {
  /** Takes the button by which one is begun, too. */
  ask: call({
    path: '/firmwareRollout/ask',
    title: title('申请继续固件升级', 'Ask to resume a roll-out'),
    permit: 'firmwareRollout:resume',
    business: 'command',
    input: z.object(resume),
    output: Approval,
  }),
  /** The same, and a second person who stands beside approves it at once with an own sign-in. */
  present: call({
    path: '/firmwareRollout/present',
    title: title('第二人当场批准继续固件升级', 'Approve resuming a roll-out beside whoever asks'),
    permit: 'firmwareRollout:resume',
    business: 'command',
    input: z.object({ ...resume, ...secondPerson }),
    output: Approval,
  }),
};

/** What an organisation and all below it need a second person for. */
export const approvalRules = {
  list: call({
    path: '/approvalRule/list',
    title: title('查看审批规则', 'View what needs an approval where'),
    permit: 'approval:list',
    business: null,
    input: Nothing,
    output: z.object({
      rows: z.array(
        z.object({
          org_id: Id,
          org_name: z.string(),
          kinds: z.array(z.enum(approvalRuleKinds)),
          /** of its unseals: one person alone unseals inside them; empty: nowhere */
          areas: z.array(NamedArea),
          /** what organisations above it want; it cannot be taken away here */
          above: z.array(z.enum(approvalRuleKinds)),
          /** names of the areas of each above it that lets one person alone unseal inside some: a lock has to be inside those, too */
          areas_above: z.array(z.array(z.string())),
        }),
      ),
    }),
  }),
  set: call({
    path: '/approvalRule/set',
    title: title('设置审批规则', 'Set what needs an approval'),
    permit: 'approval:rule',
    business: 'update',
    /** one kind at a time: whoever sets another at once loses nothing. `areas`: of unseals, where one person alone does it; null: nowhere */
    input: z
      .object({
        org_id: Id,
        kind: z.enum(approvalRuleKinds),
        needed: z.boolean(),
        areas: NamedAreas.nullable().default(null),
      })
      .refine(({ kind, needed, areas }) => areas === null || (needed && kind === 'unseal'), {
        path: ['areas'],
        error: 'areasOfUnseal',
      }),
    output: Nothing,
  }),
};
