import type { Lang, Text } from '@plomb/contract/kit/text';

/** What was made is there for so long. */
export const EXPORT_DAYS = 7;

interface Finished {
  title: Text;
  rows: number;
  bytes: number;
  /** permit of the page it was begun from */
  page: string;
}

/** That a file is there. It is fetched in the console by whoever signs in: the mail opens nothing. */
export const finishedMail = (
  lang: Lang,
  { title, rows, bytes, page }: Finished,
  origin: string,
): { subject: string; text: string } => {
  const count = rows.toLocaleString('en-US');
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  const address = `${origin}/${page.split(':')[0]}`;
  if (lang === 'zh')
    return {
      subject: `导出完成：${title.zh}`,
      text: [
        `${title.zh}，共 ${count} 条（${size}，ZIP 内为 CSV 文件）。`,
        origin ? `请登录后在右上角“我的任务”中下载：${address}` : '请登录系统，在右上角“我的任务”中下载。',
        `文件保留 ${EXPORT_DAYS} 天。`,
      ].join('\n'),
    };
  return {
    subject: `Export finished: ${title.en}`,
    text: [
      `${title.en}: ${count} (${size}, a CSV file packed as ZIP).`,
      origin
        ? `Sign in and fetch it from your jobs at the top right: ${address}`
        : 'Sign in and fetch it from your jobs at the top right.',
      `It is kept for ${EXPORT_DAYS} days.`,
    ].join('\n'),
  };
};
