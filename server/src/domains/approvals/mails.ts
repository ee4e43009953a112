import type { ApprovalKind } from '@plomb/contract/approvals/approvals';
import { lasting } from '@plomb/contract/kit/lasting';
import { personNamed } from '@plomb/contract/kit/personNamed';
import type { Lang, Text } from '@plomb/contract/kit/text';
import type { ClientBase } from 'pg';
import type { Contact, Contacts } from '../../people/contacts.ts';
import type { SessionOperator } from '../../platform/access.ts';
import { plainAddress } from '../../platform/messages/address.ts';
import { writeNotice } from '../../platform/messages/outbox.ts';
import type { Vault } from '../../platform/vault.ts';

/** Mails one request brings: those next to the device have them, and all see the request in the console. */
const AT_MOST = 20;

export interface Asked {
  id: number;
  kind: ApprovalKind;
  /** whose device or roll-out it is */
  orgId: number;
  asker: Pick<SessionOperator, 'id' | 'operName' | 'loginName'>;
  /** what of which device or roll-out: its number, for no person chooses that */
  what: Text;
  /** the same with the names of the device and the reason */
  said: Text;
  minutes: number;
}

/** What people wrote, apart from what the mail says: no line of theirs looks like one of ours, nor like its link. */
const quoted = (words: string): string =>
  words
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\n');

/** What a mail says. Its link is an address like any other: it opens nothing and decides nothing by itself. */
export const mailOf = (
  lang: Lang,
  { id, kind, asker, what, said, minutes }: Asked,
  origin: string,
): { subject: string; text: string } => {
  const isResume = kind === 'firmware_resume';
  const name = personNamed(asker.operName, asker.loginName);
  const words =
    lang === 'zh'
      ? {
          subject: `待您审批：${what.zh}`,
          lines: [
            origin ? `请登录后审批：${origin}/approval/${id}` : '请登录系统，在“审批”中处理。',
            `申请后 ${lasting(minutes).zh}内无人批准即作废，${isResume ? '升级保持停止' : '锁不会动作'}。`,
            '批准须输入您自己的登录密码。本邮件不能代替登录。',
            '',
            '申请人及其填写的内容：',
            quoted(`${name}\n${said.zh}`),
          ],
        }
      : {
          subject: `For your approval: ${what.en}`,
          lines: [
            origin ? `Sign in and decide: ${origin}/approval/${id}` : 'Sign in and decide under "Approvals".',
            `Unless somebody approves it within ${lasting(minutes).en} of its asking it lapses, and ${isResume ? 'the roll-out stays as it is' : 'the lock is not touched'}.`,
            'Approving takes your own password. This mail signs nobody in.',
            '',
            'Who asks, and what they wrote:',
            quoted(`${name}\n${said.en}`),
          ],
        };
  return { subject: words.subject, text: words.lines.join('\n') };
};

/** Writes them in the transaction of the request, which goes on where one is refused: it stands in the console all the same. */
export const writeMails = async (
  { contacts, vault, origin }: { contacts: Pick<Contacts, 'reached'>; vault: Vault; origin: string },
  client: ClientBase,
  asked: Asked,
  deciders: readonly number[],
): Promise<void> => {
  // a letter box that several have gets one
  const boxes = Map.groupBy(await contacts.reached(deciders, 'mail'), ({ address }) => plainAddress('mail', address));
  // one order for all, or two requests at once would wait for each other's addresses
  const inOrder = [...boxes].slice(0, AT_MOST).toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [, people] of inOrder) {
    const [{ address, lang }] = people as [Contact];
    const written = await writeNotice(client, vault, {
      ...{ orgId: asked.orgId, operator: asked.asker, channel: 'mail', address, purpose: 'approval' },
      ...mailOf(lang, asked, origin),
      seconds: asked.minutes * 60,
    });
    if ('id' in written)
      await client.query(
        'insert into approval_mail (approval_id, operator_id, message_id) select $1, unnest($2::bigint[]), $3',
        [asked.id, people.map(({ operatorId }) => operatorId), written.id],
      );
  }
};
