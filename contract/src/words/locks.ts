import type { Alarm, AlarmSeverity, alarmEnds } from '../alarms.ts';
import type { CommunicateStatus, Connection } from '../devices.ts';
import type { IdentityRule, UnsealPassword } from '../identity.ts';
import type { AlarmKind, Fault, LockAction, LockFamily, LockSource, ReportType } from '../lock.ts';
import { LockStatus } from '../lock.ts';
import type { Command, CommandKind, CommandState, LockEvent, replyCauses } from '../locks.ts';
import type { fenceTypes } from '../map.ts';
import type { QuarantineReason } from '../putAside.ts';
import type { NotUnderstoodReason } from '../report.ts';
import { commandSigns, connectionSigns, stateSigns } from '../stateSigns.ts';
import type { Text } from '../text.ts';
import type { DictColour, DictionarySeed, Word } from './word.ts';

type AlarmResult = (typeof alarmEnds)[number];
type Severity = (typeof AlarmSeverity.options)[number];

/** Words that a sign already has are taken from it: a legend and a table say the same. */
const signed = ({ word }: { word: Text }, colour: DictColour = 'grey'): Word => [word.zh, word.en, colour];

/** What locks say and what is done with them: sections 4 of the specification, and the fields of section 3. */
export const lockDictionaries = {
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
  alarm_kind: {
    title: { zh: '告警类型', en: 'Alarm kind' },
    items: {
      illegal_unlocking: ['非法开锁', 'Illegal unlocking', 'red'],
      illegal_unlock: ['非法解封', 'Illegal unlock', 'red'],
      low_battery: ['电量低', 'Low battery', 'gold'],
      out_of_fence: ['驶出围栏', 'Out of fence', 'gold'],
      lock_fault: ['锁故障', 'Lock fault', 'gold'],
      illegal_card: ['非法刷卡', 'Illegal card', 'gold'],
      card_outside_area: ['区域外刷卡', 'Card outside its area', 'gold'],
      wrong_password: ['密码错误', 'Wrong password', 'gold'],
      seal_without_right: ['无权施封', 'Sealed without right', 'gold'],
      custody_mismatch: ['交接不符', 'Custody mismatch', 'gold'],
      state_gap: ['状态缺失', 'Gap in the state'],
      identity_mismatch: ['身份不符', 'Identity mismatch', 'gold'],
      password_leak: ['未经披露的密码被使用', 'A password was used that nobody was shown', 'gold'],
      implausible_jump: ['位置突变', 'Implausible jump of position', 'gold'],
      connection_replaced: ['连接被异地取代', 'Connection taken over from elsewhere', 'gold'],
      put_aside: ['报文持续被隔离', 'Reports put aside', 'gold'],
    } satisfies Record<AlarmKind, Word>,
  },
  quarantine_reason: {
    title: { zh: '隔离原因', en: 'Why a report was put aside' },
    items: {
      clock_future: ['锁的时间超前', "The lock's clock is ahead", 'gold'],
      clock_unset: ['锁的时间未设置', "The lock's clock is not set", 'gold'],
      too_old: ['时间过早', 'Too old'],
      refused: ['数值无法保存', 'A value cannot be kept', 'red'],
      unregistered: ['设备已删除', 'The device was deleted'],
      not_understood: ['消息未识别', 'The message was not understood', 'blue'],
    } satisfies Record<QuarantineReason, Word>,
  },
  not_understood_reason: {
    title: { zh: '未识别原因', en: 'Why it was not understood' },
    items: {
      unknown_item: ['未知的附加项', 'Unknown item', 'blue'],
      malformed_item: ['附加项内容不符', 'Malformed item', 'gold'],
      trailing_bytes: ['多余的字节', 'Bytes left over', 'blue'],
      unknown_value: ['未知的代码', 'Unknown value', 'blue'],
      unknown_message: ['未知的消息', 'Unknown message', 'blue'],
      malformed_message: ['消息格式错误', 'Malformed message', 'gold'],
      too_long_message: ['消息过长', 'Too long', 'gold'],
      unused_message: ['已识别，暂无用途', 'Understood, not used'],
      encrypted_message: ['消息已加密', 'Encrypted', 'purple'],
    } satisfies Record<NotUnderstoodReason, Word>,
  },
  alarm_severity: {
    title: { zh: '告警级别', en: 'Alarm severity' },
    items: {
      critical: ['严重', 'Critical', 'red'],
      warning: ['警告', 'Warning', 'gold'],
      info: ['提示', 'Notice'],
    } satisfies Record<Severity, Word>,
  },
  alarm_status: {
    title: { zh: '告警处理状态', en: 'Alarm status' },
    items: {
      unprocessed: ['未处理', 'Unprocessed', 'gold'],
      processed: ['已处理', 'Processed', 'green'],
    } satisfies Record<Alarm['status'], Word>,
  },
  alarm_result: {
    title: { zh: '告警处理结果', en: 'Alarm result' },
    items: {
      handled: ['现场处置', 'Handled on site', 'green'],
      false_alarm: ['误报', 'False alarm'],
      maintenance: ['维护', 'Maintenance', 'blue'],
      police: ['移交警方', 'Handed to the police', 'red'],
      other: ['其他', 'Other'],
      explained: ['已由补报澄清', 'Explained by a later report', 'blue'],
    } satisfies Record<AlarmResult, Word>,
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
      factory: ['出厂密码 888888', '888888, as from the factory', 'gold'],
      dynamic: ['锁最近上报的动态密码', "The lock's own newest one-time password", 'green'],
    } satisfies Record<UnsealPassword, Word>,
  },
  lock_family: {
    title: { zh: '锁协议', en: 'Lock family' },
    items: { hhd: ['HHD', 'HHD'], jt701: ['JT701', 'JT701'] } satisfies Record<LockFamily, Word>,
  },
  command_kind: {
    title: { zh: '指令', en: 'Command' },
    items: {
      seal: ['远程施封', 'Remote seal', 'green'],
      unseal: ['远程解封', 'Remote unseal', 'gold'],
    } satisfies Record<CommandKind, Word>,
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
      unusable: ['锁已停用、报失或维修', 'The lock was disabled, lost or in maintenance'],
      right: ['下令人已无此权限', 'Whoever ordered it may no longer do so'],
      passwordUnknown: ['锁尚未上报动态密码', 'The lock has not told its one-time password'],
    } satisfies Record<(typeof replyCauses)[number], Word>,
  },
  event_quality: {
    title: { zh: '事件来源', en: 'How an event is known' },
    items: {
      direct: ['锁上报', 'Reported'],
      inferred: ['推断', 'Inferred', 'purple'],
    } satisfies Record<LockEvent['quality'], Word>,
  },
  fence_type: {
    title: { zh: '围栏类型', en: 'Fence type' },
    items: {
      line: ['线路', 'Line'],
      polygon: ['多边形', 'Polygon'],
      circle: ['圆形', 'Circle'],
    } satisfies Record<(typeof fenceTypes)[number], Word>,
  },
  unseal_reason: {
    title: { zh: '解封原因', en: 'Reason for unsealing' },
    open: true,
    items: {
      customs: ['海关查验', 'Customs inspection'],
      arrival: ['到达卸货', 'Unloading on arrival'],
      transfer: ['货物转运', 'Transfer of the goods'],
      mistake: ['误施封', 'Sealed by mistake'],
      maintenance: ['锁具维护', 'Maintenance of the lock'],
      emergency: ['现场紧急情况', 'Emergency on site'],
      other: ['其他', 'Other'],
    },
  },
} as const satisfies Record<string, DictionarySeed>;
