import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { MailSecurity } from '@plomb/contract/messages/channels';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { openOutbound } from './outbound.ts';
import { faultOf, LONGEST_MS, type Outcome, type Outgoing, type Provider } from './provider.ts';

export interface MailServer {
  host: string;
  port: number;
  security: MailSecurity;
  user_name: string;
  from_address: string;
  from_name: string;
}

interface SmtpFault {
  responseCode?: number;
  response?: string;
  command?: string;
}

/** What a fault of the conversation means for the message; `isUnderWay`: its text had begun to leave. */
export const outcomeOf = (error: Error & SmtpFault, isUnderWay: boolean): Outcome => {
  const { responseCode, response, command = '' } = error;
  const answer = response ?? faultOf(error);
  // refused for itself and for good; anything else (a wrong password, a busy server) may be mended meanwhile
  if (responseCode !== undefined && responseCode >= 500 && /^(MAIL FROM|RCPT TO|DATA)$/.test(command))
    return { state: 'failed', answer };
  if (isUnderWay && responseCode === undefined) return { state: 'unknown', answer };
  return { state: 'waiting', answer };
};

/** What a mail program offers as "unsubscribe": RFC 2369, and RFC 8058, which wants https, without asking again. */
const leaving = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

const composed = (message: Outgoing, { from_address, from_name }: MailServer): Promise<Buffer> =>
  new Promise((done, fail) => {
    new MailComposer({
      from: { name: from_name, address: from_address },
      to: { name: '', address: message.address },
      subject: message.subject,
      text: message.text,
      messageId: `<plomb-${message.id}@${from_address.slice(from_address.lastIndexOf('@') + 1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...(message.leave && leaving(message.leave)) },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
      .compile()
      .build((error, mail) => (error || !mail ? fail(error) : done(mail)));
  });

const openSocket = (server: MailServer, allowed: readonly string[]): Promise<Socket> =>
  new Promise((done, fail) => {
    const { lookup, check } = openOutbound(allowed, server.security !== 'none');
    check(server.host);
    const socket = connect({ host: server.host, port: server.port, lookup, timeout: LONGEST_MS / 4 });
    socket.once('error', fail);
    socket.once('timeout', () => socket.destroy(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' })));
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('error', fail);
      done(socket);
    });
  });

/** A mail server by SMTP: a connection a message, for there are few and none may wait for another. */
export const openMail =
  (server: MailServer, password: string | null, allowed: readonly string[]): Provider =>
  async (message) => {
    let isUnderWay = false;
    let smtp: SMTPConnection | undefined;
    try {
      const mail = await composed(message, server);
      const socket = await openSocket(server, allowed);
      const answer = await new Promise<string>((done, fail) => {
        const late = setTimeout(
          () => fail(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
          LONGEST_MS * 0.75,
        );
        const end = (error: Error | null | undefined, said = '') => {
          clearTimeout(late);
          if (error) fail(error);
          else done(said);
        };
        const text = async function* () {
          // it is asked for when the server is ready to take it, not before
          isUnderWay = true;
          yield mail;
        };
        const one = new SMTPConnection({
          connection: socket,
          host: server.host,
          port: server.port,
          secure: server.security === 'tls',
          requireTLS: server.security === 'starttls',
          ignoreTLS: server.security === 'none',
          socketTimeout: LONGEST_MS * 0.75,
          greetingTimeout: LONGEST_MS / 2,
        });
        smtp = one;
        const deliver = () => {
          const envelope = { from: server.from_address, to: [message.address], size: mail.length };
          one.send(envelope, Readable.from(text()), (error, info) => end(error, info?.response));
        };
        one.on('error', end);
        one.connect((error) => {
          if (error) end(error);
          else if (server.user_name === '') deliver();
          else
            one.login({ user: server.user_name, pass: password ?? '' }, (refused) =>
              refused ? end(refused) : deliver(),
            );
        });
      });
      smtp?.quit();
      return { state: 'sent', answer };
    } catch (error) {
      smtp?.close();
      return outcomeOf(error as Error, isUnderWay);
    }
  };
