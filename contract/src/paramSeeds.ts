import { z } from 'zod';
import type { Text } from './text.ts';

export const paramGroups = {
  display: { zh: '界面', en: 'Display' },
  security: { zh: '安全', en: 'Security' },
  locks: { zh: '锁与告警', en: 'Locks and alarms' },
  records: { zh: '数据', en: 'Records' },
} as const satisfies Record<string, Text>;
export type ParamGroup = keyof typeof paramGroups;

export const paramUnits = {
  seconds: { zh: '秒', en: 's' },
  days: { zh: '天', en: 'd' },
  percent: { zh: '%', en: '%' },
  times: { zh: '次', en: 'times' },
  connections: { zh: '个', en: '' },
  megabytes: { zh: 'MB', en: 'MB' },
} as const satisfies Record<string, Text>;

export type ParamSeed = { group: ParamGroup; title: Text; description: Text } & (
  | { kind: 'number'; unit: keyof typeof paramUnits; min: number; max: number; fallback: number }
  | { kind: 'boolean'; fallback: boolean }
  | { kind: 'text'; max: number; fallback: string }
  | { kind: 'choice'; choices: Readonly<Record<string, Text>>; fallback: string }
);

/**
 * Every system parameter: adding one is adding it here and reading it where it acts. Where an environment variable
 * sets the same thing, that is the default, and `fallback` only what the variable itself falls back to.
 */
export const paramSeeds = {
  system_title_zh: {
    group: 'display',
    kind: 'text',
    max: 60,
    fallback: '',
    title: { zh: '系统标题（中文）', en: 'System title (Chinese)' },
    description: {
      zh: '登录页、顶部和浏览器标题；为空时显示“铅封系统”。',
      en: 'Sign-in, top bar and page title of the Chinese console; empty: “铅封系统”.',
    },
  },
  system_title_en: {
    group: 'display',
    kind: 'text',
    max: 60,
    fallback: '',
    title: { zh: '系统标题（英文）', en: 'System title (English)' },
    description: {
      zh: '英文界面的标题；为空时显示“Lead-seal system”。',
      en: 'Sign-in, top bar and page title of the English console; empty: “Lead-seal system”.',
    },
  },
  watermark: {
    group: 'display',
    kind: 'boolean',
    fallback: false,
    title: { zh: '屏幕水印', en: 'Watermark' },
    description: {
      zh: '在所有页面上淡淡显示当前操作员，使照片和截图可追溯。',
      en: 'The operator faintly over every page, so that a photograph of the screen tells whose it was.',
    },
  },
  watermark_words: {
    group: 'display',
    kind: 'choice',
    choices: {
      operator: { zh: '姓名与登录名', en: 'Name and login name' },
      operator_time: { zh: '姓名、登录名与时间', en: 'Name, login name and time' },
    },
    fallback: 'operator_time',
    title: { zh: '水印内容', en: 'Words of the watermark' },
    description: { zh: '水印显示什么。', en: 'What the watermark says.' },
  },
  session_idle_seconds: {
    group: 'security',
    kind: 'number',
    unit: 'seconds',
    min: 60,
    max: 86_400,
    fallback: 1800,
    title: { zh: '空闲退出时间', en: 'Session ends when idle for' },
    description: {
      zh: '无操作超过此时间后需重新登录。',
      en: 'A session unused for this long has to sign in again.',
    },
  },
  session_max_seconds: {
    group: 'security',
    kind: 'number',
    unit: 'seconds',
    min: 300,
    max: 604_800,
    fallback: 43_200,
    title: { zh: '登录最长有效时间', en: 'Session ends in any case after' },
    description: {
      zh: '无论是否使用，超过此时间后需重新登录。',
      en: 'Used or not, after this long everybody signs in again.',
    },
  },
  sign_window_seconds: {
    group: 'security',
    kind: 'number',
    unit: 'seconds',
    min: 30,
    max: 3600,
    fallback: 300,
    title: { zh: '请求时间允许偏差', en: 'Clock difference allowed' },
    description: {
      zh: '请求的时间戳与服务器时间最多相差多少，超出则拒绝。',
      en: "How far a request's timestamp may be off the server's clock before it is refused.",
    },
  },
  login_free_tries: {
    group: 'security',
    kind: 'number',
    unit: 'times',
    min: 1,
    max: 10,
    fallback: 3,
    title: { zh: '登录延迟前的尝试次数', en: 'Sign-in tries before a delay' },
    description: {
      zh: '连续失败超过此次数后，每次失败都要等待更久。',
      en: 'After this many failures in a row each further one has to wait longer.',
    },
  },
  streams_per_session: {
    group: 'security',
    kind: 'number',
    unit: 'connections',
    min: 1,
    max: 200,
    fallback: 20,
    title: { zh: '每次登录的实时连接数', en: 'Live streams of one session' },
    description: {
      zh: '同一次登录最多同时打开多少个窗口接收实时数据。',
      en: 'In how many windows at once one session may follow what happens.',
    },
  },
  streams_per_operator: {
    group: 'security',
    kind: 'number',
    unit: 'connections',
    min: 1,
    max: 1000,
    fallback: 100,
    title: { zh: '每个操作员的实时连接数', en: 'Live streams of one operator' },
    description: {
      zh: '同一操作员在所有登录和 API 密钥中最多同时打开多少个实时连接。',
      en: 'In how many windows at once one operator may follow what happens, in all its sessions and by all its keys.',
    },
  },
  sessions_per_operator: {
    group: 'security',
    kind: 'number',
    unit: 'times',
    min: 1,
    max: 1000,
    fallback: 60,
    title: { zh: '每个操作员的登录数', en: 'Sessions of one operator' },
    description: {
      zh: '同一操作员最多同时登录多少处；再次登录时，最久未使用的登录结束。',
      en: 'In how many places at once one operator is signed in. One more sign-in ends the session that was not used for longest.',
    },
  },
  login_tries_per_address: {
    group: 'security',
    kind: 'number',
    unit: 'times',
    min: 5,
    max: 10_000,
    fallback: 60,
    title: { zh: '每个地址每分钟登录尝试次数', en: 'Sign-in tries of one address a minute' },
    description: {
      zh: '同一网络地址每分钟最多失败这么多次，不论用户名；成功的登录不计入。',
      en: 'So many sign-ins of one network address may fail a minute, whatever the names. Good ones do not count.',
    },
  },
  fresh_proof_seconds: {
    group: 'security',
    kind: 'number',
    unit: 'seconds',
    min: 60,
    max: 3600,
    fallback: 300,
    title: { zh: '身份确认有效时间', en: 'A proof of identity holds for' },
    description: {
      zh: '登录或确认身份后，在此时间内解封、新增 API 密钥等操作不再要求确认。',
      en: 'How long after signing in or confirming nobody is asked again before unsealing, making an API key and the like.',
    },
  },
  low_battery_default: {
    group: 'locks',
    kind: 'number',
    unit: 'percent',
    min: 1,
    max: 90,
    fallback: 20,
    title: { zh: '低电量告警默认值', en: 'Low-battery alarm, default' },
    description: {
      zh: '新设备类型的低电量告警阈值，可在设备类型中单独修改。',
      en: 'The battery level at which new device types raise the alarm; each type may have its own.',
    },
  },
  unseal_lifetime_seconds: {
    group: 'locks',
    kind: 'number',
    unit: 'seconds',
    min: 60,
    max: 86_400,
    fallback: 1800,
    title: { zh: '解封指令有效时间', en: 'An unseal command lives' },
    description: {
      zh: '解封指令等待锁上线的最长时间，过期不再下发。',
      en: 'How long an unseal order waits for its lock; after that it is never sent.',
    },
  },
  seal_lifetime_seconds: {
    group: 'locks',
    kind: 'number',
    unit: 'seconds',
    min: 60,
    max: 86_400,
    fallback: 7200,
    title: { zh: '施封指令有效时间', en: 'A seal command lives' },
    description: {
      zh: '施封指令等待锁上线的最长时间，过期不再下发。',
      en: 'How long a seal order waits for its lock; after that it is never sent.',
    },
  },
  export_megabytes: {
    group: 'records',
    kind: 'number',
    unit: 'megabytes',
    min: 1,
    max: 10_000,
    fallback: 500,
    title: { zh: '导出文件大小上限', en: 'An exported file has at most' },
    description: {
      zh: '导出时先在服务器临时目录生成文件，超过此大小则拒绝。',
      en: 'Exports are made in the temporary folder of the server first; a larger one is refused.',
    },
  },
  export_seconds: {
    group: 'records',
    kind: 'number',
    unit: 'seconds',
    min: 10,
    max: 7200,
    fallback: 900,
    title: { zh: '导出用时上限', en: 'An export takes at most' },
    description: {
      zh: '生成文件与下载文件各自最多用时，超过则中断。',
      en: 'How long a file may take to be made, and again to be fetched, before it is given up.',
    },
  },
  retention_days: {
    group: 'records',
    kind: 'number',
    unit: 'days',
    // a lock may deliver positions of the last 31 days late; they need a place
    min: 31,
    max: 3650,
    fallback: 400,
    title: { zh: '位置保留天数', en: 'Positions are kept for' },
    description: {
      zh: '位置与原始报文超过此天数后删除，无法恢复。',
      en: 'Positions and raw frames older than this are deleted for good.',
    },
  },
  event_days: {
    group: 'records',
    kind: 'number',
    unit: 'days',
    min: 180,
    max: 3650,
    fallback: 1095,
    title: { zh: '事件、告警与指令保留天数', en: 'Events, alarms and orders are kept for' },
    description: {
      zh: '锁事件、已处理的告警和已结束的指令超过此天数后删除，无法恢复。',
      en: 'Lock events, processed alarms and ended orders older than this are deleted for good.',
    },
  },
  quarantine_days: {
    group: 'records',
    kind: 'number',
    unit: 'days',
    min: 7,
    max: 3650,
    fallback: 90,
    title: { zh: '隔离报文保留天数', en: 'Quarantine is kept for' },
    description: {
      zh: '隔离报文、未识别内容，以及他人未经证实冒用锁号所发的内容，超过此天数后删除。',
      en: 'Reports put aside, what was not understood, and what came without proof in the name of locks that prove themselves, are deleted after this.',
    },
  },
  operation_log_days: {
    group: 'records',
    kind: 'number',
    unit: 'days',
    min: 180,
    max: 3650,
    fallback: 1095,
    title: { zh: '操作日志保留天数', en: 'Operation logs are kept for' },
    description: {
      zh: '操作日志超过此天数后删除，无法恢复；至少保留 180 天。',
      en: 'Operation logs older than this are deleted for good; never before half a year.',
    },
  },
  access_days: {
    group: 'records',
    kind: 'number',
    unit: 'days',
    min: 7,
    max: 3650,
    fallback: 90,
    title: { zh: '登录会话与密钥记录保留天数', en: 'Ended sessions and keys are kept for' },
    description: {
      zh: '已结束的会话、已停用或过期的 API 密钥超过此天数后删除。',
      en: 'Sessions that ended, and API keys revoked or expired, are deleted after this.',
    },
  },
} as const satisfies Record<string, ParamSeed>;

export type ParamName = keyof typeof paramSeeds;
export const paramNames = Object.keys(paramSeeds) as ParamName[];
/** The seed of a name without its literal types. */
export const paramSeed = (name: ParamName): ParamSeed => paramSeeds[name];

interface Kinds {
  number: number;
  boolean: boolean;
  text: string;
  choice: string;
}
export type ParamValues = { [N in ParamName]: Kinds[(typeof paramSeeds)[N]['kind']] };
export type ParamValue = number | boolean | string;

/** What is typed for a parameter, to its value: refuses what is of another type or outside the limits. */
export const paramSchema = (seed: ParamSeed): z.ZodType<ParamValue, string> => {
  switch (seed.kind) {
    case 'number':
      return z
        .string()
        .regex(/^-?\d{1,12}$/, { error: 'wholeNumber' })
        .transform(Number)
        .pipe(z.int().min(seed.min).max(seed.max));
    case 'boolean':
      return z.enum(['true', 'false']).transform((text) => text === 'true');
    case 'choice':
      return z.string().refine((text) => Object.hasOwn(seed.choices, text), { error: 'choice' });
    case 'text':
      return z.string().max(seed.max);
  }
};
