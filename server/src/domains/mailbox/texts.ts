import type { Lang } from '@plomb/contract/kit/text';
import { seedWord } from '@plomb/contract/words';
import { placeWords } from '../../lock/placeWords.ts';

/** One thing that is told: an alarm, or a change of a lock's status. */
export interface Told {
  sn: string;
  device_name: string;
  subject: string;
  org_name: string;
  at: Date;
  lon: number | null;
  lat: number | null;
  /** 0: it happened; 1, 2: nobody has taken it since; 3: somebody escalated it; 4: it rang again after a rest, or the lock itself says it now */
  stage: number;
  /** minutes it waits for somebody */
  minutes: number;
  alarm: {
    id: number;
    kind: string;
    severity: string;
    late: boolean;
    unproved: boolean /** it is of a lead seal, and `sn` its number */;
    seal: boolean;
    batch: { id: number; serial: string; plate: string } | null;
  } | null;
  change: { before: number; after: number; source: number | null } | null;
}

export interface Words {
  subject: string;
  /** without what stands below each message: see `why` */
  text: string;
  /** the same as an SMS */
  short: string;
  /** the same for a program */
  data: Record<string, unknown>;
}

/** Things a digest names one by one, to people and to a program. */
const NAMED = 3;
const LISTED = 100;

/** What people wrote, apart from what we say: no line of theirs looks like one of ours, nor like our link. */
const quoted = (words: string): string =>
  words
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\n');

/** In the time zone of the server, which is named; year first, as nobody mistakes it. */
const clock = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    ...{ hour12: false, timeZoneName: 'shortOffset' },
  }).format(at);

const placeOf = (lang: Lang, { lon, lat }: Pick<Told, 'lon' | 'lat'>): string => {
  if (lon === null || lat === null) return lang === 'zh' ? '未知' : 'unknown';
  const figures = `${lat.toFixed(5)}, ${lon.toFixed(5)}`;
  const words = placeWords(lon, lat)?.[lang];
  if (words === undefined) return figures;
  return lang === 'zh' ? `${figures}（${words}）` : `${figures} (${words})`;
};

/** What happened, in the words of the product: nothing that a person chose. */
export const whatOf = (lang: Lang, { alarm, change }: Pick<Told, 'alarm' | 'change'>): string => {
  if (alarm) return seedWord('alarm_kind', alarm.kind)[lang];
  const word = (status: number) => seedWord('msg_ls', status)[lang];
  return change ? `${word(change.before)} → ${word(change.after)}` : '';
};

const linkOf = (origin: string, { alarm, sn }: Pick<Told, 'alarm' | 'sn'>): string =>
  alarm ? `${origin}/alarm?id=${alarm.id}` : `${origin}/device?keyword=${encodeURIComponent(sn)}`;

/** What a program is told: codes and figures, the gravest first, so many of them. */
const dataOf = (all: readonly Told[], origin: string, configName: string): Record<string, unknown> => ({
  type: all.length > 1 ? 'digest' : all[0]?.alarm ? 'alarm' : 'status',
  recipient: configName,
  count: all.length,
  items: all.slice(0, LISTED).map((one) => ({
    alarm_id: one.alarm?.id ?? null,
    kind: one.alarm?.kind ?? null,
    severity: one.alarm?.severity ?? null,
    ...(one.change && { status_before: one.change.before, status_after: one.change.after, source: one.change.source }),
    /** why it is told now */
    reason:
      (['happened', 'nobody_took_it', 'nobody_took_it', 'escalated', 'rang_again'] as const)[one.stage] ?? 'happened',
    ...(one.alarm?.seal
      ? { sn: '', seal_number: one.sn, device_name: '', subject: one.device_name }
      : { sn: one.sn, seal_number: '', device_name: one.device_name, subject: one.subject }),
    org_name: one.org_name,
    ...(one.alarm?.batch && { batch_serial: one.alarm.batch.serial, plate: one.alarm.batch.plate }),
    time: one.at.toISOString(),
    lon: one.lon,
    lat: one.lat,
    ...(one.alarm && { late: one.alarm.late, unproved: one.alarm.unproved }),
    ...(origin && { link: linkOf(origin, one) }),
  })),
});

const waited = (lang: Lang, { stage, minutes }: Told): string => {
  if (stage === 0) return '';
  if (stage === 3) return lang === 'zh' ? '【已上报】' : '[escalated] ';
  if (stage === 4) return lang === 'zh' ? '【再次响起】' : '[rang again] ';
  return lang === 'zh' ? `【${minutes} 分钟无人受理】` : `[nobody has taken it for ${minutes} min] `;
};

/** Below each message: to whom it was sent, and how to have no more of them; `leave`: where that is said, '' = to an administrator. */
export const why = (lang: Lang, configName: string, leave = ''): string =>
  lang === 'zh'
    ? `本通知按“邮箱配置”中的接收人发送。${leave ? `不再接收：${leave}` : '不再接收请联系管理员。'}\n接收人：\n${quoted(configName)}`
    : `Sent to a recipient of "Mailbox configuration". To receive it no more${leave ? `: ${leave}` : ', ask the administrator.'}\nRecipient:\n${quoted(configName)}`;

/** What is said of one thing. Its link is an address like any other: it opens nothing by itself. */
export const wordsOfOne = (lang: Lang, one: Told, origin: string, configName: string): Words => {
  const what = `${waited(lang, one)}${whatOf(lang, one)}`;
  const isZh = lang === 'zh';
  const severity = one.alarm ? seedWord('alarm_severity', one.alarm.severity)[lang] : '';
  const tag = severity && `[${severity}] `;
  const link = origin ? linkOf(origin, one) : '';
  const source = one.change?.source ? seedWord('msg_lso', one.change.source)[lang] : '';
  const lines = [
    link !== '' && (isZh ? `查看：${link}` : `Look: ${link}`),
    isZh ? `事项：${what}` : `What: ${what}`,
    severity !== '' && (isZh ? `级别：${severity}` : `Severity: ${severity}`),
    source !== '' && (isZh ? `来源：${source}` : `By: ${source}`),
    one.alarm?.seal ? (isZh ? `铅封号：${one.sn}` : `Seal: ${one.sn}`) : isZh ? `锁号：${one.sn}` : `Lock: ${one.sn}`,
    one.alarm?.batch != null && `${isZh ? '物流批次：' : 'Batch: '}${one.alarm.batch.serial}`,
    isZh ? `时间：${clock(one.at)}` : `Time: ${clock(one.at)}`,
    isZh ? `位置：${placeOf(lang, one)}` : `Place: ${placeOf(lang, one)}`,
    one.alarm?.late === true && (isZh ? '锁补报：发生后很久才上报。' : 'The lock told it long after it happened.'),
    one.alarm?.unproved === true &&
      (isZh ? '上报方身份未经证实。' : 'Whoever reported it has not proved to be the lock.'),
    '',
    one.alarm?.seal
      ? isZh
        ? '封于何物与组织：'
        : 'What it is on, and organisation:'
      : one.alarm?.batch
        ? isZh
          ? '车牌、设备名称与组织：'
          : 'Plate, name and organisation:'
        : isZh
          ? '设备名称、车牌与组织：'
          : 'Name, plate and organisation:',
    quoted(
      (one.alarm?.batch
        ? // the vehicle that carries the batch, whatever its lock is said to guard
          [one.alarm.batch.plate, one.device_name, one.org_name]
        : [...new Set([one.device_name, one.alarm?.seal ? '' : one.subject, one.org_name])]
      )
        .filter(Boolean)
        .join('\n'),
    ),
  ];
  const when = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hour12: false }).format(one.at);
  return {
    subject: `${tag}${what} ${one.sn}`,
    text: lines.filter((line) => line !== false).join('\n'),
    short: [what, one.sn, one.alarm?.seal ? one.device_name : (one.alarm?.batch?.plate ?? one.subject), when, link]
      .filter(Boolean)
      .join(' '),
    data: dataOf([one], origin, configName),
  };
};

const rank = (one: Told): number => (one.alarm ? ['critical', 'warning', 'info'].indexOf(one.alarm.severity) : 3);

/** How many of what, the most first. */
const countsOf = (lang: Lang, all: readonly Told[]): [what: string, count: number][] => {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(whatOf(lang, one), (counts.get(whatOf(lang, one)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
};

/** Many in one message: how many of what, the gravest by name, and where the rest stands. */
export const wordsOfMany = (lang: Lang, all: readonly Told[], origin: string, configName: string): Words => {
  const isZh = lang === 'zh';
  const kinds = countsOf(lang, all);
  const locks = new Set(all.map(({ sn }) => sn)).size;
  const byWeight = [...all].sort((a, b) => rank(a) - rank(b) || b.at.getTime() - a.at.getTime());
  const gravest = byWeight.slice(0, NAMED);
  const link = origin ? `${origin}/alarm?status=unprocessed` : '';
  const ofSeals = all.some(({ alarm }) => alarm?.seal);
  const subject = isZh
    ? `汇总：${all.length} 条，涉及 ${locks} ${ofSeals ? '件锁和铅封' : '把锁'}`
    : `Digest: ${all.length} of ${locks} ${ofSeals ? 'locks and seals' : 'locks'}`;
  const lines = [
    ...(link ? [isZh ? `查看：${link}` : `Look: ${link}`] : []),
    isZh ? '短时间内通知较多，已合并为一封：' : 'Many in a short time, told together:',
    ...kinds.map(([what, n]) => `${what}: ${n}`),
    '',
    isZh ? '其中最严重的：' : 'The gravest of them:',
    ...gravest.map(
      (one) => `${waited(lang, one)}${whatOf(lang, one)} ${one.sn}, ${clock(one.at)}, ${placeOf(lang, one)}`,
    ),
  ];
  const most = kinds.slice(0, NAMED).map(([what, n]) => `${what} ${n}`);
  return {
    subject,
    text: lines.join('\n'),
    short: [subject, most.join(isZh ? '，' : ', '), link].filter(Boolean).join(' '),
    data: dataOf(byWeight, origin, configName),
  };
};

/** A test says that it is one, and whom it is for. */
export const testWords = (lang: Lang, configName: string): Pick<Words, 'subject' | 'text' | 'data'> => ({
  ...(lang === 'zh'
    ? { subject: '铅封系统测试消息', text: `这是一条测试消息，说明该通道有效。\n${why(lang, configName)}` }
    : {
        subject: 'Test message of the lead-seal system',
        text: `This is a test: the way of sending works.\n${why(lang, configName)}`,
      }),
  data: { type: 'test', recipient: configName, count: 0, items: [] },
});

/** What a browser shows: its person may see the names; the moment is shown by the browser's own clock. */
export interface PushWords {
  title: string;
  body: string;
  /** within the console */
  path: string;
  /** what is told later of the same takes its place */
  tag: string;
}
export const pushOfOne = (lang: Lang, one: Told): PushWords => ({
  title: [
    `${waited(lang, one)}${whatOf(lang, one)}`,
    one.alarm?.batch?.plate || one.subject || one.device_name || one.sn,
  ].join(' '),
  body: [
    [
      one.alarm && seedWord('alarm_severity', one.alarm.severity)[lang],
      one.alarm?.batch?.serial,
      one.alarm?.seal ? one.device_name : one.sn,
      one.org_name,
    ]
      .filter(Boolean)
      .join(' · '),
    placeOf(lang, one),
  ].join('\n'),
  path: linkOf('', one),
  tag: `alarm-${one.alarm?.id ?? ''}`,
});
export const pushOfMany = (lang: Lang, all: readonly Told[]): PushWords => ({
  title: wordsOfMany(lang, all, '', '').subject,
  body: countsOf(lang, all)
    .slice(0, NAMED)
    .map(([what, count]) => `${what} ${count}`)
    .join('\n'),
  path: '/alarm?status=unprocessed',
  tag: 'digest',
});
export const pushOfTest = (lang: Lang): PushWords => ({
  title: lang === 'zh' ? '浏览器通知测试' : 'Test of browser notifications',
  body: lang === 'zh' ? '控制台关闭时，告警将这样显示。' : 'This is how alarms show while the console is closed.',
  path: '/account',
  tag: 'test',
});

/** A mail by which an administrator asks somebody who left to come back: it takes that person's own deed. */
export const invitation = (
  lang: Lang,
  configName: string,
  orgName: string,
  link: string,
): Pick<Words, 'subject' | 'text'> =>
  lang === 'zh'
    ? {
        subject: '邀请您重新接收告警通知',
        text: `您此前选择不再接收告警邮件。管理员邀请您重新接收。\n同意请打开：${link}\n不同意则无需操作，不会再收到通知。\n\n接收人与组织：\n${quoted(`${configName}\n${orgName}`)}`,
      }
    : {
        subject: 'Invitation to receive notices of alarms again',
        text: `You chose to receive no more mails of alarms. An administrator asks you to receive them again.\nTo agree, open: ${link}\nOtherwise do nothing, and nothing more is sent.\n\nRecipient and organisation:\n${quoted(`${configName}\n${orgName}`)}`,
      };

export interface Trouble {
  kind: 'refuses' | 'left';
  channel: string;
  config_name: string;
  org_name: string;
  /** covered */
  address: string;
  /** anything still leads to somebody of that organisation */
  reached: boolean;
}
/** What administrators are told of a way that fails: mail and SMS alike. */
export const wordsOfTrouble = (lang: Lang, one: Trouble, link: string): Pick<Words, 'subject' | 'text' | 'short'> => {
  const way = seedWord('message_channel', one.channel)[lang];
  const isZh = lang === 'zh';
  const what = isZh
    ? one.kind === 'left'
      ? `${one.address} 已选择不再接收告警邮件`
      : `${way} ${one.address} 连续三次拒收，已停止发送`
    : one.kind === 'left'
      ? `${one.address} chose to receive no more mails of alarms`
      : `${way} ${one.address} refused three times in a row and is sent nothing more`;
  const nobody = isZh
    ? '该组织目前没有任何人能收到严重告警。'
    : 'Nobody of that organisation is reached by critical alarms now.';
  return {
    subject: isZh
      ? `${one.reached ? '' : '【无人可达】'}告警通知送达异常`
      : `${one.reached ? '' : '[nobody is reached] '}A way of telling alarms fails`,
    text: [
      isZh ? `事项：${what}` : `What: ${what}`,
      !one.reached && nobody,
      link && (isZh ? `处理：${link}` : `Look: ${link}`),
      '',
      isZh ? '接收人与组织：' : 'Recipient and organisation:',
      quoted(`${one.config_name}\n${one.org_name}`),
    ]
      .filter((line) => line !== false)
      .join('\n'),
    short: [what, one.reached ? '' : nobody, link].filter(Boolean).join(isZh ? '。' : '. '),
  };
};
