import type { Lang, Text } from '@plomb/contract/kit/text';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AddressLimit } from '../../platform/addressLimit.ts';
import { langIn } from '../../platform/caller.ts';
import type { LeavingDeed } from './leaving.ts';

interface Deps {
  does(deed: LeavingDeed, token: string): Promise<void>;
  title(): Text;
  limit: AddressLimit;
}

interface Said {
  heading: string;
  text: string;
  button?: string;
}
const asks: Record<LeavingDeed, Record<Lang, Said>> = {
  leave: {
    zh: {
      heading: '不再接收告警邮件？',
      text: '确认后，该组织的告警邮件不再发送到此邮箱。管理员会看到，并可邀请您重新接收。',
      button: '不再接收',
    },
    en: {
      heading: 'Receive no more mails of alarms?',
      text: 'After this, this organisation mails its alarms to this address no more. Administrators see it, and may invite you to receive them again.',
      button: 'Receive no more',
    },
  },
  return: {
    zh: { heading: '重新接收告警邮件？', text: '确认后，该组织的告警邮件重新发送到此邮箱。', button: '重新接收' },
    en: {
      heading: 'Receive mails of alarms again?',
      text: 'After this, this organisation mails its alarms to this address again.',
      button: 'Receive again',
    },
  },
};
const done: Record<LeavingDeed, Record<Lang, Said>> = {
  leave: {
    zh: { heading: '已停止', text: '如果此链接有效，告警邮件不再发送到此邮箱。已在途中的一封可能仍会到达。' },
    en: {
      heading: 'Done',
      text: 'If this link still holds, no more mails of alarms are sent to this address. One that is on its way may still arrive.',
    },
  },
  return: {
    zh: { heading: '已确认', text: '如果邀请仍然有效，之后的告警会再次发送给您。' },
    en: { heading: 'Done', text: 'If the invitation still holds, alarms are mailed to you again from now on.' },
  },
};

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

const page = (lang: Lang, title: string, { heading, text, button }: Said): string => `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(heading)} - ${escaped(title)}</title>
<style>
:root { color-scheme: light dark; --text: #1f2937; --quiet: #4b5563; --page: #f5f7fa; --card: #fff; --line: #e3e7ee; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e5e9f0; --quiet: #a9b3c1; --page: #12161d; --card: #1a2029; --line: #2c3440; }
}
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.6 "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif; }
main { box-sizing: border-box; max-width: 480px; margin: 12vh auto 0; padding: 28px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
small { color: var(--quiet); }
h1 { margin: 4px 0 12px; font-size: 22px; line-height: 1.35; }
p { margin: 0 0 20px; color: var(--quiet); }
button { min-height: 40px; padding: 0 20px; border: 0; border-radius: 6px; background: #096dd9; color: #fff; font: inherit; cursor: pointer; }
button:focus-visible { outline: 3px solid #69b1ff; outline-offset: 2px; }
@media (max-width: 520px) { main { margin: 0; min-height: 100vh; border: 0; border-radius: 0; } }
</style>
</head>
<body>
<main>
<small>${escaped(title)}</small>
<h1>${escaped(heading)}</h1>
<p${button ? '' : ' role="status"'}>${escaped(text)}</p>
${button ? `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escaped(button)}</button></form>` : ''}
</main>
</body>
</html>
`;

/** A mail program sends a word or two. */
const MOST_BYTES = 4096;

/**
 * Pages that a mail leads to. To look changes nothing: programs that look for viruses open every link. What asks, and what a mail
 * program sends by itself (RFC 8058), is a POST, the same again changes nothing more, and each answers alike whatever was shown.
 */
export const leavingPages =
  ({ does, title, limit }: Deps) =>
  (app: FastifyInstance): void => {
    void app.register(async (pages) => {
      pages.removeAllContentTypeParsers();
      pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, _body, parsed) =>
        parsed(null, undefined),
      );
      const show = (request: FastifyRequest, said: Record<Lang, Said>): string => {
        const lang = langIn(request);
        return page(lang, title()[lang], said[lang]);
      };
      for (const deed of ['leave', 'return'] as const) {
        pages.get(`/notices/${deed}/:token`, async (request, reply) => {
          await limit.claim(request.ip);
          return reply.type('text/html; charset=utf-8').send(show(request, asks[deed]));
        });
        pages.post<{ Params: { token: string } }>(`/notices/${deed}/:token`, async (request, reply) => {
          await limit.claim(request.ip);
          await does(deed, request.params.token);
          return reply.type('text/html; charset=utf-8').send(show(request, done[deed]));
        });
      }
    });
  };
