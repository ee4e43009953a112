import { z } from 'zod';
import { Latitude, Line, Longitude } from '../kit/call.ts';
import type { Text } from '../kit/text.ts';
import type { LockFamily } from './codes.ts';
import { isGbk } from './gbk.ts';
import { jt701Intervals, widestIntervals } from './intervals.ts';

/** What is to be known of a kind of order before anybody can give it. A new kind has to decide each. */
interface OrderKind<Args extends z.ZodRawShape, Moves extends boolean = boolean> {
  title: Text;
  /** its arguments as they are kept and shown; what is secret is none of them */
  args: Args;
  /** it moves metal: one open at a time for a lock, proved by the lock's own deed */
  moves: Moves;
  /** whether a machine may send it again after silence: only what comes to the same done twice */
  again: boolean;
  /** what the lock may have done without a word matters: silence ends it as uncertain, not as failed */
  doubtful: boolean;
  /** a newer one of the kind takes the place of one that has not left yet */
  replaces: boolean;
  /** it opens the lock, or gives somebody what opens it: ticked by itself for an API key */
  opens: boolean;
  /** it opens the lock, or somebody opens it from then on who did not: barred in a frozen period, also by the database (`lets_open`) */
  letsOpen: boolean;
  /** whoever gives it says why, and proves afresh who it is */
  guarded: boolean;
  /** the arguments in words, for the log; absent where there are none */
  say?: (args: z.output<z.ZodObject<Args>>) => Text;
}

const kind = <const Args extends z.ZodRawShape, const Moves extends boolean>(
  declared: OrderKind<Args, Moves>,
): OrderKind<Args, Moves> => declared;
const both = (zh: string, en = zh): Text => ({ zh, en });
const list = (some: readonly (Text | null)[]): Text => {
  const told = some.filter((one) => one !== null);
  return both(told.map(({ zh }) => zh).join('，'), told.map(({ en }) => en).join(', '));
};

const metal = { moves: true, again: false, doubtful: true, replaces: true, opens: true } as const;
/** Changes who can open it. Sent again, the answer to the second would say nothing of what the first has done. */
const delicate = {
  ...{ moves: false, again: false, doubtful: true, replaces: true, opens: true, letsOpen: true, guarded: true },
} as const;
/** Asks or sets something: done twice it comes to the same. */
const plain = {
  ...{ moves: false, again: true, doubtful: false, replaces: true, opens: false, letsOpen: false, guarded: false },
} as const;

/** As locks know a card: digits, and zeros in front are part of it. */
export const CardNumber = z.string().regex(/^\d{1,10}$/, { error: 'cardNumber' });
const Cards = z.array(CardNumber).min(1, { error: 'required' }).max(20);
const AreaNumber = z.int().min(1).max(10);
const Point = z.tuple([Longitude, Latitude]);
const Seconds = (min: number, max: number) => z.int().min(min).max(max);

/** What a lock calls an outline: a bracket or comma would end the frame of some families early. */
export const AreaName = Line(12)
  .min(1, { error: 'required' })
  .regex(/^[^(),]+$/, { error: 'areaName' });

/** Outlines a lock keeps: WGS-84, metres. */
export const Area = z.discriminatedUnion('shape', [
  z.object({ shape: z.literal('circle'), centre: Point, radius: z.int().min(20).max(100_000) }),
  z.object({ shape: z.literal('polygon'), points: z.array(Point).min(3).max(50) }),
]);
export type Area = z.output<typeof Area>;

/** Every order a lock can be given. */
export const orderKinds = {
  seal: kind({
    title: both('远程施封', 'Remote seal'),
    args: {},
    ...metal,
    letsOpen: false,
    guarded: false,
  }),
  unseal: kind({
    title: both('远程解封', 'Remote unseal'),
    args: {},
    ...metal,
    letsOpen: true,
    guarded: true,
  }),
  query_info: kind({ title: both('查询基本信息', 'Ask for basic information'), args: {}, ...plain }),
  query_parameters: kind({ title: both('读取参数', 'Read the parameters'), args: {}, ...plain }),
  query_location: kind({ title: both('查询位置', 'Ask for the position'), args: {}, ...plain }),
  set_intervals: kind({
    title: both('设置上报与休眠间隔', 'Set report and sleep intervals'),
    args: {
      report_interval: Seconds(...widestIntervals.report_interval).optional(),
      sleep_interval: Seconds(...widestIntervals.sleep_interval).optional(),
    },
    ...plain,
    say: ({ report_interval: report, sleep_interval: sleep }) =>
      list([
        report === undefined ? null : both(`上报间隔 ${report} 秒`, `report every ${report} s`),
        sleep === undefined ? null : both(`休眠间隔 ${sleep} 秒`, `wake every ${sleep} s`),
      ]),
  }),
  set_low_battery: kind({
    title: both('设置低电量阈值', 'Set the low-battery limit'),
    args: { percent: z.int().min(1).max(90) },
    ...plain,
    say: ({ percent }) => both(`${percent}%`, `${percent} %`),
  }),
  auto_seal_mode: kind({
    title: both('设置自动施封模式', 'Set the auto-seal mode'),
    args: { mode: z.int().min(0).max(5) },
    ...plain,
    say: ({ mode }) => both(`模式 ${mode}`, `mode ${mode}`),
  }),
  restart: kind({ title: both('重启设备', 'Restart the device'), args: {}, ...plain }),
  clear_cache: kind({ title: both('清除缓存', 'Clear the cache'), args: {}, ...plain }),
  factory_reset: kind({
    title: both('恢复出厂设置', 'Factory reset'),
    args: {},
    ...delicate,
  }),
  /** Sent twice, the second would find that the old password is the old one no more and be refused. */
  set_unlock_password: kind({
    title: both('设置开锁密码', 'Set the unlock password'),
    args: {},
    ...delicate,
  }),
  add_cards: kind({
    title: both('下发 IC 卡', 'Add IC cards'),
    args: { cards: Cards },
    ...delicate,
    replaces: false,
    say: ({ cards }) => both(cards.join(' ')),
  }),
  delete_cards: kind({
    title: both('删除 IC 卡', 'Delete IC cards'),
    args: { cards: Cards },
    ...plain,
    // as of cards that are added
    again: false,
    doubtful: true,
    replaces: false,
    say: ({ cards }) => both(cards.join(' ')),
  }),
  query_cards: kind({
    title: both('读取 IC 卡', 'Read the IC cards'),
    args: { page: z.int().min(1).max(25).default(1) },
    ...plain,
    replaces: false,
    // what it tells is what opens the lock
    opens: true,
    guarded: true,
    say: ({ page }) => both(`第 ${page} 页`, `page ${page}`),
  }),
  set_area: kind({
    title: both('下发区域', 'Set an area'),
    args: {
      number: AreaNumber,
      name: AreaName,
      area: Area,
    },
    ...plain,
    replaces: false,
    // where cards open
    letsOpen: true,
    say: ({ number, name, area }) =>
      area.shape === 'circle'
        ? both(`${number} 号 ${name}，半径 ${area.radius} 米`, `no. ${number} ${name}, radius ${area.radius} m`)
        : both(
            `${number} 号 ${name}，${area.points.length} 个顶点`,
            `no. ${number} ${name}, ${area.points.length} corners`,
          ),
  }),
  delete_area: kind({
    title: both('删除区域', 'Delete an area'),
    args: { number: AreaNumber, shape: z.enum(['circle', 'polygon']).default('polygon') },
    ...plain,
    replaces: false,
    say: ({ number }) => both(`${number} 号`, `no. ${number}`),
  }),
  /** From then on every card it holds opens it inside its areas alone. */
  confine_cards: kind({ title: both('限区域内刷卡', 'Cards only inside areas'), args: {}, ...plain }),
  release_cards: kind({
    title: both('不限区域刷卡', 'Cards anywhere'),
    args: {},
    ...plain,
    opens: true,
    letsOpen: true,
    guarded: true,
  }),
  track: kind({
    title: both('临时跟踪', 'Track for a while'),
    args: { interval: Seconds(5, 600), duration: Seconds(60, 86_400) },
    ...plain,
    say: ({ interval, duration }) =>
      both(`每 ${interval} 秒，持续 ${duration} 秒`, `every ${interval} s for ${duration} s`),
  }),
  text: kind({
    title: both('下发文本', 'Send a text'),
    args: { text: Line(200).min(1, { error: 'required' }) },
    ...plain,
    again: false,
    doubtful: true,
    replaces: false,
    say: ({ text }) => both(text),
  }),
} as const;

export type OrderKinds = typeof orderKinds;
export type CommandKind = keyof OrderKinds;
export const commandKinds = Object.keys(orderKinds) as [CommandKind, ...CommandKind[]];
export type ArgsOf<K extends CommandKind> = z.output<z.ZodObject<OrderKinds[K]['args']>>;

/** Kinds that move metal. */
export type PhysicalKind = { [K in CommandKind]: OrderKinds[K]['moves'] extends true ? K : never }[CommandKind];
export const movesMetal = (kind: CommandKind): kind is PhysicalKind => orderKinds[kind].moves;

/** The arguments of an order in words, with `to` before them. */
export const sayOrder = (kind: CommandKind, args: unknown): Text => {
  const { title, say } = orderKinds[kind] as OrderKind<z.ZodRawShape>;
  const of = say?.(args as never);
  return of && of.zh !== '' ? { zh: `${title.zh}（${of.zh}）`, en: `${title.en} (${of.en})` } : title;
};

/**
 * What a family can be told. `unverified`: the standard or a manual has it, and nobody has seen a lock of the family do
 * it. `no`: its maker has published no such word, or it has none. The gateway's profiles do just this.
 */
export type Ability = 'yes' | 'unverified' | 'no';
export const abilities: Record<LockFamily, Record<CommandKind, Ability>> = {
  hhd: {
    seal: 'yes',
    unseal: 'yes',
    query_info: 'unverified',
    query_parameters: 'unverified',
    query_location: 'unverified',
    set_intervals: 'yes',
    set_low_battery: 'no',
    auto_seal_mode: 'no',
    restart: 'yes',
    clear_cache: 'no',
    factory_reset: 'unverified',
    set_unlock_password: 'no',
    add_cards: 'no',
    delete_cards: 'no',
    query_cards: 'no',
    set_area: 'unverified',
    delete_area: 'unverified',
    confine_cards: 'no',
    release_cards: 'no',
    track: 'unverified',
    text: 'unverified',
  },
  jt701: {
    // held by the platform's own word, see `sealModel`
    seal: 'yes',
    unseal: 'yes',
    query_info: 'yes',
    query_parameters: 'unverified',
    query_location: 'no',
    set_intervals: 'yes',
    set_low_battery: 'unverified',
    auto_seal_mode: 'no',
    restart: 'yes',
    clear_cache: 'no',
    factory_reset: 'yes',
    set_unlock_password: 'yes',
    add_cards: 'yes',
    delete_cards: 'yes',
    query_cards: 'yes',
    set_area: 'yes',
    delete_area: 'yes',
    confine_cards: 'yes',
    release_cards: 'yes',
    // its word for it, P54, is published without its arguments
    track: 'no',
    // its orders are texts: a free one could be any order, also one that opens it
    text: 'no',
  },
  // its maker has published what it says, and not what it can be told: all of this is the standard's
  jointech808: {
    // held by the platform's own word, see `sealModel`
    seal: 'yes',
    unseal: 'unverified',
    query_info: 'unverified',
    query_parameters: 'unverified',
    query_location: 'unverified',
    set_intervals: 'unverified',
    set_low_battery: 'no',
    auto_seal_mode: 'no',
    restart: 'unverified',
    clear_cache: 'no',
    factory_reset: 'unverified',
    set_unlock_password: 'no',
    add_cards: 'no',
    delete_cards: 'no',
    query_cards: 'no',
    set_area: 'unverified',
    delete_area: 'unverified',
    confine_cards: 'no',
    release_cards: 'no',
    track: 'unverified',
    // it has texts that are orders, as the one before
    text: 'no',
  },
};

/** An argument that a family takes in narrower limits, or not at all: its field, and what is to be said beside it. */
interface ArgsMistake {
  field: string;
  message: 'required' | 'outOfRange' | 'wholeMinutes' | 'unwritable' | 'polygonOnly' | 'northEastOnly';
}

type Mistakes = { [K in CommandKind]?: (args: ArgsOf<K>) => ArgsMistake | null };
const outside = (value: number, min: number, max: number): boolean => value < min || value > max;

/** Either interval is told by itself. */
const anInterval: NonNullable<Mistakes['set_intervals']> = ({ report_interval, sleep_interval }) =>
  report_interval === undefined && sleep_interval === undefined
    ? { field: 'report_interval', message: 'required' }
    : null;

/** Any other character would stand on the lock as "?", and its order read "answered". */
const inGbk = (field: string, text: string): ArgsMistake | null =>
  isGbk(text) ? null : { field, message: 'unwritable' };
const texts = {
  text: ({ text }) => inGbk('text', text),
  set_area: ({ name }: { name: string }) => inGbk('name', name),
} satisfies Mistakes;

const familyMistakes: Record<LockFamily, Mistakes> = {
  hhd: { ...texts, set_intervals: anInterval },
  jointech808: { ...texts, set_intervals: anInterval },
  jt701: {
    ...texts,
    set_intervals({ report_interval: report, sleep_interval: sleep }) {
      if (report === undefined) return { field: 'report_interval', message: 'required' };
      if (sleep === undefined) return { field: 'sleep_interval', message: 'required' };
      if (outside(report, ...jt701Intervals.report_interval))
        return { field: 'report_interval', message: 'outOfRange' };
      if (outside(sleep, ...jt701Intervals.sleep_interval)) return { field: 'sleep_interval', message: 'outOfRange' };
      return sleep % 60 === 0 ? null : { field: 'sleep_interval', message: 'wholeMinutes' };
    },
    set_area({ name, area }) {
      const mistake = texts.set_area({ name });
      if (mistake) return mistake;
      if (area.shape !== 'polygon') return { field: 'area', message: 'polygonOnly' };
      // its corners have no hemisphere
      const isNorthEast = area.points.every(([longitude, latitude]) => longitude >= 0 && latitude >= 0);
      return isNorthEast ? null : { field: 'area', message: 'northEastOnly' };
    },
  },
};

export const argsMistake = <K extends CommandKind>(family: LockFamily, kind: K, args: ArgsOf<K>): ArgsMistake | null =>
  (familyMistakes[family][kind] as ((args: ArgsOf<K>) => ArgsMistake | null) | undefined)?.(args) ?? null;

/** Arguments of a kind that a family does by a word nobody has seen it obey, the others by one it does. */
export const doubtfulArgs: Partial<Record<LockFamily, Partial<Record<CommandKind, readonly string[]>>>> = {
  hhd: { set_intervals: ['sleep_interval'] },
};

/** What opens a lock of the family when typed on it. */
export const unlockPasswordPattern: Record<LockFamily, RegExp> = {
  hhd: /^[1-4]{8}$/,
  jt701: /^\d{6}$/,
  jointech808: /^\d{6}$/,
};

/** Why a password is none to set, whatever was set before; null = it is. */
export const passwordMistake = (family: LockFamily, password: string): 'unlockPassword' | 'weakPassword' | null => {
  if (!unlockPasswordPattern[family].test(password)) return 'unlockPassword';
  return /^(.)\1*$/.test(password) || password === '12341234' ? 'weakPassword' : null;
};
