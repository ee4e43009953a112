import type { Alarm, AlarmSeverity, alarmEnds, alarmTurns } from '../alarms/alarms.ts';
import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { AlarmKind } from '../lock/codes.ts';

type AlarmResult = (typeof alarmEnds)[number];
type Severity = (typeof AlarmSeverity.options)[number];

export const alarmWords = {
  alarm_kind: {
    title: { zh: '告警类型', en: 'Alarm kind' },
    items: {
      illegal_unlocking: ['非法开锁', 'Illegal unlocking', 'red'],
      illegal_unlock: ['非法解封', 'Illegal unlock', 'red'],
      low_battery: ['电量低', 'Low battery', 'gold'],
      out_of_fence: ['驶出围栏', 'Out of fence', 'gold'],
      into_fence: ['驶入围栏', 'Into a fence', 'gold'],
      lock_fault: ['锁故障', 'Lock fault', 'gold'],
      illegal_card: ['非法刷卡', 'Illegal card', 'gold'],
      card_against_rule: ['违规刷卡开锁', 'Opened by a card against the rules', 'red'],
      card_outside_area: ['区域外刷卡', 'Card outside its area', 'gold'],
      wrong_password: ['密码错误', 'Wrong password', 'gold'],
      seal_without_right: ['无权施封', 'Sealed without right', 'gold'],
      custody_mismatch: ['交接不符', 'Custody mismatch', 'gold'],
      not_received: ['发放后逾期未接收', 'Issued and not received in time', 'gold'],
      state_gap: ['状态缺失', 'Gap in the state'],
      identity_mismatch: ['身份不符', 'Identity mismatch', 'gold'],
      password_leak: ['未经披露的密码被使用', 'A password was used that nobody was shown', 'gold'],
      implausible_jump: ['位置突变', 'Implausible jump of position', 'gold'],
      connection_replaced: ['连接被异地取代', 'Connection taken over from elsewhere', 'gold'],
      put_aside: ['报文持续被隔离', 'Reports put aside', 'gold'],
      seal_reuse: ['铅封重复使用', 'A seal used again', 'gold'],
      duplicate_number: ['铅封号重复', 'A seal number twice', 'gold'],
      unknown_seal: ['未知铅封号', 'An unknown seal number', 'gold'],
      rfid_failures: ['RFID 连续失败', 'RFID fails again and again', 'gold'],
      off_route: ['偏离计划路线', 'Off the planned route', 'gold'],
      long_stop: ['计划外停留过久', 'Long stop where nothing is planned', 'gold'],
      lock_silent: ['在途失联', 'Silent on the road', 'gold'],
    } satisfies Record<AlarmKind, Word>,
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
      handled: ['现场处置', 'Dealt with on site', 'green'],
      driver: ['司机确认', 'Driver confirmed', 'green'],
      false_alarm: ['误报', 'False alarm'],
      police: ['已报警', 'Police', 'red'],
      maintenance: ['锁故障', 'Lock fault', 'blue'],
      other: ['其他', 'Other'],
      explained: ['已由补报澄清', 'Explained by a later report', 'blue'],
      exchanged: ['该锁已更换', 'Its lock was exchanged', 'blue'],
      ceased: ['已自行恢复', 'Ended by itself', 'blue'],
    } satisfies Record<AlarmResult, Word>,
  },
  alarm_step: {
    title: { zh: '告警处置动作', en: 'Deed with an alarm' },
    items: {
      take: ['受理', 'Taken'],
      hand_over: ['转交', 'Handed over', 'blue'],
      escalate: ['上报', 'Escalated', 'red'],
      process: ['处理', 'Processed', 'green'],
      give_back: [
        '受理人已停用或不再有权处理，退回未受理',
        'Given back: disabled, or without the right by now',
        'gold',
      ],
    } satisfies Record<(typeof alarmTurns)[number], Word>,
  },
} as const satisfies DictionarySeeds;
