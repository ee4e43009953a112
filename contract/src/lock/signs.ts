import type { Text } from '../kit/text.ts';
import { LockStatus } from './codes.ts';
import type { Command, CommandEvidence, CommandState } from './command.ts';
import { isProved } from './command.ts';
import type { Connection } from './connection.ts';

/** One colour on light and on dark surfaces, `#rrggbb`. */
export interface Shades {
  light: string;
  dark: string;
}

/** `held`: a seal the platform holds, drawn instead of `sealed` and in its colour (stateTrust.ts). */
export const shapeIds = ['sealed', 'held', 'locked', 'open', 'abnormal', 'initial'] as const;
/** The outline a status is drawn with; readable without colour. */
export type ShapeId = (typeof shapeIds)[number];

export interface StateSign {
  shape: ShapeId;
  /** 0 calm … 4 worst: orders lists and colours a cluster of locks by its worst member */
  severity: number;
  word: Text;
  /** for cells and chips too narrow for the whole word */
  short: Text;
  /** colour of the shape: at least 3:1 on every surface */
  mark: Shades;
  /** colour of the word: at least 4.5:1 on every surface and on its own tint */
  ink: Shades;
  /** a quiet background for a summary in this state */
  tint: Shades;
}

/**
 * The one table of lock status signs: map, tables, chips, time lines and legends draw from it.
 * Words are those of section 4.1 of the specification, shortened.
 */
export const stateSigns: Record<LockStatus, StateSign> = {
  [LockStatus.abnormal]: {
    shape: 'abnormal',
    severity: 4,
    word: { zh: '异常', en: 'Abnormal' },
    short: { zh: '异常', en: 'Abnormal' },
    mark: { light: '#f5222d', dark: '#ff4d4f' },
    ink: { light: '#c4101e', dark: '#ff8a8a' },
    tint: { light: '#fff1f0', dark: '#2e1a1e' },
  },
  [LockStatus.unsealedOpen]: {
    shape: 'open',
    severity: 3,
    word: { zh: '未施封·已开', en: 'Unsealed, open' },
    short: { zh: '已开', en: 'Open' },
    mark: { light: '#c27a05', dark: '#ffc53d' },
    ink: { light: '#8f5600', dark: '#ffcf5c' },
    tint: { light: '#fff8e8', dark: '#2a2313' },
  },
  [LockStatus.unsealedLocked]: {
    shape: 'locked',
    severity: 2,
    word: { zh: '未施封·已锁', en: 'Unsealed, locked' },
    short: { zh: '已锁', en: 'Locked' },
    mark: { light: '#1677ff', dark: '#4096ff' },
    ink: { light: '#0958d9', dark: '#7ab5ff' },
    tint: { light: '#edf4ff', dark: '#14263d' },
  },
  [LockStatus.sealedLocked]: {
    shape: 'sealed',
    severity: 1,
    word: { zh: '已施封', en: 'Sealed' },
    short: { zh: '已施封', en: 'Sealed' },
    mark: { light: '#389e0d', dark: '#73d13d' },
    ink: { light: '#237804', dark: '#8ede5c' },
    tint: { light: '#eff8ea', dark: '#18291a' },
  },
  [LockStatus.initial]: {
    shape: 'initial',
    severity: 0,
    word: { zh: '初始', en: 'Initial' },
    short: { zh: '初始', en: 'Initial' },
    mark: { light: '#7b8794', dark: '#8f98a1' },
    ink: { light: '#595f66', dark: '#a8b2bc' },
    tint: { light: '#f3f5f7', dark: '#1e2731' },
  },
};

/** Lock statuses, the most severe first. */
export const bySeverity: readonly LockStatus[] = Object.values(LockStatus).sort(
  (a, b) => stateSigns[b].severity - stateSigns[a].severity,
);

export interface ConnectionSign {
  /** what is added to the state's shape: nothing, a moon or clock at its lower right, or a hatched outline instead */
  pip: 'none' | 'moon' | 'clock' | 'hatch';
  word: Text;
}

export const connectionSigns: Record<Connection, ConnectionSign> = {
  online: { pip: 'none', word: { zh: '在线', en: 'Online' } },
  sleeping: { pip: 'moon', word: { zh: '休眠', en: 'Sleeping' } },
  late: { pip: 'clock', word: { zh: '逾期未报', en: 'Late' } },
  offline: { pip: 'hatch', word: { zh: '离线', en: 'Offline' } },
};

/** What a person is told about a command: how far the bytes came, or, above that, what the metal did. */
export type CommandStage = CommandState | 'proved' | 'possible';

export interface CommandSign {
  glyph: 'hourglass' | 'arrow' | 'tick' | 'tickFilled' | 'question' | 'cross' | 'clock' | 'slash' | 'waves' | 'shield';
  tone: 'progress' | 'proved' | 'doubt' | 'failed' | 'ended';
  word: Text;
  /** one sentence on what is known and what is not */
  meaning: Text;
}

export const commandSigns: Record<CommandStage, CommandSign> = {
  queued: {
    glyph: 'hourglass',
    tone: 'progress',
    word: { zh: '已排队', en: 'Queued' },
    meaning: { zh: '等待锁可达，尚未下发。', en: 'Waiting until the lock can be reached; nothing has been sent.' },
  },
  sent: {
    glyph: 'arrow',
    tone: 'progress',
    word: { zh: '已下发', en: 'Sent' },
    meaning: { zh: '已发给锁，尚未应答。', en: 'Sent to the lock, which has not answered yet.' },
  },
  answered_ok: {
    glyph: 'tick',
    tone: 'progress',
    word: { zh: '已应答', en: 'Answered' },
    meaning: { zh: '锁已接受，尚未上报动作。', en: 'The lock accepted the command but has not reported movement.' },
  },
  proved: {
    glyph: 'tickFilled',
    tone: 'proved',
    word: { zh: '已证实', en: 'Proved' },
    meaning: { zh: '锁已上报动作。', en: 'The lock itself reported that it moved.' },
  },
  possible: {
    glyph: 'waves',
    tone: 'doubt',
    word: { zh: '可能相关', en: 'May belong to it' },
    meaning: {
      zh: '锁上报过同类动作，但时间或来源不足以证明属于本指令。',
      en: 'The lock reported such a deed, but its time or source does not prove that it belongs to this command.',
    },
  },
  held: {
    glyph: 'shield',
    tone: 'progress',
    word: { zh: '平台代持', en: 'Held by platform' },
    meaning: {
      zh: '未向锁下发；锁仅报告已锁，封由平台记录，直到锁被打开。',
      en: 'Nothing was sent: the lock said only that it is closed. The platform holds the seal until the lock is opened.',
    },
  },
  uncertain: {
    glyph: 'question',
    tone: 'doubt',
    word: { zh: '不确定', en: 'Uncertain' },
    meaning: {
      zh: '锁可能已收到，也可能没有；请先核实锁的状态。',
      en: 'The lock may or may not have received it; check its state first.',
    },
  },
  answered_fail: {
    glyph: 'cross',
    tone: 'failed',
    word: { zh: '被拒绝', en: 'Refused' },
    meaning: { zh: '锁拒绝执行。', en: 'The lock refused the command.' },
  },
  failed: {
    glyph: 'cross',
    tone: 'failed',
    word: { zh: '失败', en: 'Failed' },
    meaning: { zh: '多次下发无应答，已放弃。', en: 'No answer after repeated sending; given up.' },
  },
  expired: {
    glyph: 'clock',
    tone: 'ended',
    word: { zh: '已过期', en: 'Expired' },
    meaning: { zh: '期限已过，不会再下发。', en: 'Its time ran out; it will not be sent any more.' },
  },
  cancelled: {
    glyph: 'slash',
    tone: 'ended',
    word: { zh: '已取消', en: 'Cancelled' },
    meaning: { zh: '已取消，未下发。', en: 'Cancelled before it was sent.' },
  },
};

/** The stage shown for a command: what the metal did outranks whatever the exchange came to. */
export const stageOf = (command: Pick<Command, 'state' | 'evidence'>): CommandStage =>
  isProved(command) ? 'proved' : (below[command.evidence ?? 'contradicted'] ?? command.state);
const below: Partial<Record<CommandEvidence, 'possible' | 'held'>> = { possible: 'possible', held: 'held' };
