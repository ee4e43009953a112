import type { ParamSeeds } from '../../kit/param.ts';

/** Of the product as a whole. */
export const productParams = {
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
} as const satisfies ParamSeeds;
