import { type MessageChannel, messageChannels } from '@plomb/contract/messages/channels';
import type { Pool } from 'pg';
import type { Logger } from '../log.ts';
import { messagesSent } from '../metrics.ts';
import type { Vault } from '../vault.ts';
import { storable } from '../wellFormed.ts';
import { type MailServer, openMail } from './mail.ts';
import { openContent } from './outbox.ts';
import type { Outcome, Provider } from './provider.ts';
import { openSms, type SmsProvider } from './sms.ts';

/** Messages of one channel handed over at once. */
const AT_ONCE = 10;
/** After this nobody is still handing it over: whoever did is gone, and what became of it is not known. */
const GIVEN_UP = '2 minutes';
const SHORTEST_S = 5;
const LONGEST_S = 120;

interface Due {
  id: number;
  channel: MessageChannel;
  recipient: string;
  address_hash: Buffer;
  content: Buffer;
  attempts: number;
  settings: MailServer & SmsProvider;
  secret: Buffer | null;
}

export const channelSecret = (channel: MessageChannel) => ['message channel', channel] as const;

/** Sends what was written, each message until somebody has taken it over, refused it for good, or it is of no use any more. */
export const openSending = ({
  db,
  vault,
  allowed,
  log,
}: {
  db: Pool;
  vault: Vault;
  /** networks that the settings open */
  allowed: readonly string[];
  log: Logger;
}) => {
  const providerOf = ({ channel, settings, secret }: Due): Provider => {
    const opened = secret && vault.open(...channelSecret(channel), secret).toString();
    return channel === 'mail' ? openMail(settings, opened, allowed) : openSms(settings, opened, allowed);
  };

  const tell = async (due: Due, address: string, { state, answer }: Outcome): Promise<void> => {
    // some servers repeat the address in what they say, in letters of their own
    const repeated = new RegExp(address.replaceAll(/[^\w@]/g, '\\$&'), 'gi');
    const said = storable(answer.replaceAll(/\s+/g, ' ').replaceAll(repeated, () => due.recipient)).slice(0, 300);
    const wait = Math.min(SHORTEST_S * 2 ** (due.attempts - 1), LONGEST_S);
    await db.query(
      `update message set state = $3, answer = $4, next_time = now() + make_interval(secs => $5),
         end_time = case when $3 <> 'waiting' then now() end, content = case when $3 = 'waiting' then content end
       where id = $1 and attempts = $2 and state = 'sending'`,
      [due.id, due.attempts, state, said, wait],
    );
    messagesSent.inc({ channel: due.channel, state });
    if (state !== 'sent')
      log.warn({ message: due.id, channel: due.channel, state, answer: said }, 'a message was not taken over');
  };

  const send = async (due: Due): Promise<void> => {
    const { address, subject, text } = openContent(vault, due.address_hash, due.content);
    await tell(due, address, await providerOf(due)({ id: due.id, address, subject, text }));
  };

  /** those being handed over; a server that does not answer keeps nobody of the other channel waiting */
  const underWay: Record<MessageChannel, Set<Promise<void>>> = { mail: new Set(), sms: new Set() };

  const begin = async (channel: MessageChannel): Promise<void> => {
    const room = AT_ONCE - underWay[channel].size;
    if (room <= 0) return;
    // marked before a byte leaves: whoever dies now leaves a message of unknown end, and never one sent twice
    const { rows } = await db.query<Due>(
      `update message m set state = 'sending', attempts = m.attempts + 1, attempt_time = now()
         from message_channel c
        where c.channel = m.channel and m.id in (
          select w.id from message w join message_channel on message_channel.channel = w.channel and enabled
           where w.channel = $2 and w.state = 'waiting' and w.next_time <= now() and w.expire_time > now()
           order by w.next_time limit $1 for update of w skip locked)
        returning m.id, m.channel, m.recipient, m.address_hash, m.content, m.attempts, c.settings, c.secret`,
      [room, channel],
    );
    for (const due of rows) {
      const sent = send(due)
        .catch((err) => log.warn({ err }, 'what became of a message could not be written'))
        .finally(() => underWay[channel].delete(sent));
      underWay[channel].add(sent);
    }
  };

  return {
    /** Begins what is due; it waits for nobody who is slow to take it. */
    async turn(): Promise<void> {
      await db.query(
        `update message set state = 'unknown', end_time = now(), content = null
          where state = 'sending' and attempt_time < now() - $1::interval`,
        [GIVEN_UP],
      );
      await db.query(
        `update message set state = 'lapsed', end_time = now(), content = null
          where state = 'waiting' and (expire_time <= now() or purpose = 'lock_code' and not lock_code_stands(id))`,
      );
      await Promise.all(messageChannels.map(begin));
    },
    /** resolves when nothing is being handed over from here */
    async settled(): Promise<void> {
      await Promise.all(messageChannels.flatMap((channel) => [...underWay[channel]]));
    },
  };
};
