import { type DictColour, type DictionarySeeds, signed, type Word } from '../kit/word.ts';
import {
  type Fault,
  type LockAction,
  type LockFamily,
  type LockSource,
  LockStatus,
  type ReportType,
} from '../lock/codes.ts';
import type { Command, CommandState, LockEvent, replyCauses } from '../lock/command.ts';
import type { Astray, CommunicateStatus, Connection, Heard } from '../lock/connection.ts';
import type { IdentityRule, UnsealPassword } from '../lock/identity.ts';
import type { OutOfUse, SealModel } from '../lock/operable.ts';
import { type CommandKind, commandKinds, orderKinds } from '../lock/orderKinds.ts';
import { commandSigns, connectionSigns, stateSigns } from '../lock/signs.ts';
import type { SwipeDoubt, SwipeVerdict } from '../lock/swipe.ts';

const kindColours: Partial<Record<CommandKind, DictColour>> = {
  seal: 'green',
  unseal: 'gold',
  factory_reset: 'red',
  set_unlock_password: 'gold',
  add_cards: 'gold',
  query_cards: 'gold',
};
const kindWords = Object.fromEntries(
  commandKinds.map((kind): [string, Word] => [
    kind,
    [orderKinds[kind].title.zh, orderKinds[kind].title.en, kindColours[kind] ?? 'grey'],
  ]),
);

export const lockWords = {
  msg_ls: {
    title: { zh: '锁状态', en: 'Lock status' },
    items: {
      0: signed(stateSigns[LockStatus.unsealedLocked], 'blue'),
      1: signed(stateSigns[LockStatus.unsealedOpen], 'gold'),
      2: signed(stateSigns[LockStatus.sealedLocked], 'green'),
      3: signed(stateSigns[LockStatus.abnormal], 'red'),
      255: signed(stateSigns[LockStatus.initial]),
    } satisfies Record<LockStatus, Word>,
  },
  out_of_use: {
    title: { zh: '不在使用', en: 'Out of use' },
    items: {
      scrapped: ['已报废', 'Scrapped'],
      lost: ['已报失', 'Reported lost', 'red'],
      maintenance: ['维修中', 'In maintenance', 'gold'],
    } satisfies Record<OutOfUse, Word>,
  },
  msg_lst: {
    title: { zh: '锁动作', en: 'Lock action' },
    items: {
      0: ['正常', 'Normal'],
      1: ['开锁', 'Unlock', 'gold'],
      2: ['上锁', 'Lock', 'blue'],
      3: ['非法开锁（撬锁）', 'Illegal unlocking (tamper)', 'red'],
    } satisfies Record<LockAction, Word>,
  },
  msg_lso: {
    title: { zh: '锁操作来源', en: 'Lock operation source' },
    items: {
      1: ['远程解封', 'Remote unseal', 'gold'],
      3: ['密码解封', 'Password unseal', 'gold'],
      4: ['蓝牙解封', 'Bluetooth unseal', 'gold'],
      5: ['刷卡解封', 'RFID card unseal', 'gold'],
      6: ['故障', 'Fault', 'red'],
      7: ['自动解封', 'Automatic unseal', 'gold'],
      8: ['自动施封', 'Automatic seal', 'green'],
      9: ['刷卡施封', 'RFID card seal', 'green'],
      10: ['蓝牙施封', 'Bluetooth seal', 'green'],
      11: ['密码施封', 'Password seal', 'green'],
      12: ['远程施封', 'Remote seal', 'green'],
      13: ['授权开锁', 'Authorised unlock', 'gold'],
    } satisfies Record<LockSource, Word>,
  },
  msg_type: {
    title: { zh: '上报类型', en: 'Report type' },
    items: {
      0: ['定时上报', 'Timed'],
      1: ['锁动作上报', 'Lock action', 'blue'],
      2: ['盲区补报', 'Blind spot', 'purple'],
      3: ['唤醒上报', 'Wake-up', 'cyan'],
    } satisfies Record<ReportType, Word>,
  },
  fault: {
    title: { zh: '故障码', en: 'Fault code' },
    items: {
      0: ['正常', 'Normal'],
      1001: ['读卡器故障', 'IC-card reader fault', 'gold'],
      1002: ['网络故障', 'Network fault', 'gold'],
      1003: ['蓝牙故障', 'Bluetooth fault', 'gold'],
      1004: ['定位故障', 'GPS fault', 'gold'],
      1005: ['霍尔传感器故障', 'Hall sensor fault', 'gold'],
      1006: ['锁电机故障', 'Lock motor fault', 'gold'],
      1008: ['非法开锁', 'Illegal unlocking', 'red'],
      1009: ['上锁失败', 'Lock failure', 'gold'],
      1010: ['非法解封', 'Illegal unlock', 'red'],
      9999: ['其他锁故障', 'Other lock fault', 'gold'],
    } satisfies Record<Fault, Word>,
  },
  position_status: {
    title: { zh: '定位状态', en: 'Position status' },
    items: { valid: ['有效', 'Valid', 'green'], invalid: ['无效', 'Invalid'] },
  },
  communicate_status: {
    title: { zh: '通信状态', en: 'Communication' },
    items: { online: ['在线', 'Online', 'green'], offline: ['离线', 'Offline'] } satisfies Record<
      (typeof CommunicateStatus.options)[number],
      Word
    >,
  },
  connection: {
    title: { zh: '连接', en: 'Connection' },
    items: {
      online: signed(connectionSigns.online, 'green'),
      sleeping: signed(connectionSigns.sleeping, 'blue'),
      late: signed(connectionSigns.late, 'gold'),
      offline: signed(connectionSigns.offline),
    } satisfies Record<Connection, Word>,
  },
  heard: {
    title: { zh: '最近上报', en: 'Last heard' },
    items: {
      minute: ['1 分钟内', 'Under 1 min'],
      ten_minutes: ['1–10 分钟', '1–10 min'],
      half_hour: ['10–30 分钟', '10–30 min'],
      two_hours: ['30 分钟–2 小时', '30 min–2 h'],
      day: ['2–24 小时', '2–24 h'],
      older: ['超过 24 小时', 'Over 24 h, or never'],
    } satisfies Record<Heard, Word>,
  },
  astray: {
    title: { zh: '偏离或失联', en: 'Astray' },
    items: {
      off_route: ['偏离路线', 'Off route', 'gold'],
      silent: ['失联', 'Silent', 'gold'],
    } satisfies Record<Astray, Word>,
  },
  seal_model: {
    title: { zh: '施封方式', en: 'Seal model' },
    items: {
      native: ['锁自身施封', 'The lock seals itself', 'green'],
      platform: ['由平台代持', 'Held by the platform', 'blue'],
    } satisfies Record<SealModel, Word>,
  },
  identity_rule: {
    title: { zh: '身份验证', en: 'Proof of identity' },
    items: {
      code: ['注册时下发的鉴权码', 'Code of its registration', 'green'],
      network: ['接入的网段', 'Network it comes from', 'green'],
      open: ['不验证，仅凭号码', 'None, its number is enough', 'gold'],
    } satisfies Record<IdentityRule, Word>,
  },
  unseal_password: {
    title: { zh: '解封指令密码', en: 'Password of an unseal order' },
    items: {
      none: ['无', 'None'],
      factory: ['静态密码（出厂为 888888）', 'The password that stays (888888 from the factory)', 'gold'],
      dynamic: ['锁最近上报的动态密码', "The lock's own newest one-time password", 'green'],
    } satisfies Record<UnsealPassword, Word>,
  },
  lock_family: {
    title: { zh: '锁协议', en: 'Lock family' },
    items: {
      hhd: ['HHD', 'HHD'],
      jt701: ['JT701', 'JT701'],
      jointech808: ['Jointech 808', 'Jointech 808'],
    } satisfies Record<LockFamily, Word>,
  },
  command_kind: {
    title: { zh: '指令', en: 'Command' },
    items: kindWords,
  },
  command_state: {
    title: { zh: '指令状态', en: 'Command state' },
    items: {
      queued: signed(commandSigns.queued, 'blue'),
      held: signed(commandSigns.held, 'blue'),
      sent: signed(commandSigns.sent, 'blue'),
      answered_ok: signed(commandSigns.answered_ok, 'blue'),
      answered_fail: signed(commandSigns.answered_fail, 'red'),
      uncertain: signed(commandSigns.uncertain, 'gold'),
      failed: signed(commandSigns.failed, 'red'),
      expired: signed(commandSigns.expired),
      cancelled: signed(commandSigns.cancelled),
    } satisfies Record<CommandState, Word>,
  },
  command_evidence: {
    title: { zh: '指令证据', en: 'Evidence for a command' },
    items: {
      confirmed: signed(commandSigns.proved, 'green'),
      contradicted: ['相反', 'Contradicted', 'red'],
      possible: signed(commandSigns.possible, 'gold'),
      held: signed(commandSigns.held, 'blue'),
    } satisfies Record<NonNullable<Command['evidence']>, Word>,
  },
  reply_cause: {
    title: { zh: '锁拒绝原因', en: 'Why a lock refused' },
    items: {
      password: ['密码错误', 'Wrong password'],
      area: ['不在允许区域', 'Outside the permitted area'],
      busy: ['锁忙', 'The lock is busy'],
      unsupported: ['不支持', 'Not supported'],
      failed: ['执行失败', 'It could not carry it out'],
      otherwise: ['锁保留了其他数值', 'It keeps other values'],
      unusable: ['锁已停用、报失或维修', 'The lock was disabled, lost or in maintenance'],
      exchanged: ['设备已换锁', 'The device got another lock'],
      replaced: ['已被后下的指令取代', 'A newer order took its place'],
      sealed: ['锁已施封', 'The lock was sealed meanwhile'],
      right: ['下令人已无此权限', 'Whoever ordered it may no longer do so'],
      passwordUnknown: ['锁尚未上报动态密码', 'The lock has not told its one-time password'],
      passwordLost: [
        '平台保存的密码已无法读取；请设置新密码，并填写锁当前的密码',
        'Its kept password cannot be read; set a new one and type the present one too',
      ],
      cardUnusable: ['IC 卡已停用或删除', 'The IC card was disabled or deleted'],
      outside: ['下发时锁不在授权区域内', 'The lock was outside the authorised areas when the order was to leave'],
      frozen: ['下发时处于封控期', 'A frozen period had begun when the order was to leave'],
    } satisfies Record<(typeof replyCauses)[number], Word>,
  },
  swipe_verdict: {
    title: { zh: '刷卡与规则', en: 'A card and its rules' },
    items: {
      rule: ['规则允许', 'Let in by its rule', 'green'],
      hand: ['手动下发或原有的卡，不受规则约束', 'Given by hand or kept from before: no rule is about it'],
      nobody: ['未经下发的卡', 'A card nobody gave', 'red'],
      hours: ['不在允许时段', 'Out of its hours', 'red'],
      period: ['规则当时不适用', 'Its rule did not hold then', 'red'],
      elsewhere: ['在其他卡的区域内', 'In an area of other cards', 'red'],
      outside: ['在区域外', 'Outside of its areas', 'red'],
      unsure: ['无法判定', 'It cannot be said', 'gold'],
    } satisfies Record<SwipeVerdict, Word>,
  },
  swipe_doubt: {
    title: { zh: '刷卡判定说明', en: 'What stands beside how a card is judged' },
    items: {
      place: ['当时没有有效位置', 'no valid position with it'],
      edge: ['位于区域边缘', 'on the edge of its area'],
      areas: ['锁中可能有非本组织规则设置的区域', 'the lock may keep areas that no rule of yours set'],
      list: ['锁从未完整上报其卡', 'the lock never told all its cards'],
      time: ['锁未报告时间', 'the lock told no time'],
      untold: ['规则当时尚未下发到锁', 'the lock had not been told yet'],
    } satisfies Record<SwipeDoubt, Word>,
  },
  event_quality: {
    title: { zh: '事件来源', en: 'How an event is known' },
    items: {
      direct: ['锁上报', 'Reported'],
      inferred: ['推断', 'Inferred', 'purple'],
    } satisfies Record<LockEvent['quality'], Word>,
  },
} as const satisfies DictionarySeeds;
