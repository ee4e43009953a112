import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface CaughtMail {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** as it came, headers and all */
  raw: string;
}

const quoted = (some: string): Buffer =>
  Buffer.from(
    some.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
/** RFC 2047, UTF-8 alone: what we write ourselves. */
const word = (encoding: string, some: string): Buffer =>
  encoding.toUpperCase() === 'B' ? Buffer.from(some, 'base64') : quoted(some.replaceAll('_', ' '));
const header = (head: string, name: string): string =>
  (new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(head)?.[1] ?? '')
    .replace(/\r\n[ \t]+/g, ' ')
    .replace(/(\?=) (?==\?)/g, '$1')
    .replace(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (some) =>
      Buffer.concat(
        [...some.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, e = '', t = '']) => word(e, t)),
      ).toString(),
    );

/** The plain text mails that this product writes, read again. */
export const readMail = (raw: string): Omit<CaughtMail, 'from' | 'to'> => {
  const end = raw.indexOf('\r\n\r\n');
  const [head, body] = [raw.slice(0, end), raw.slice(end + 4)];
  const encoding = header(head, 'Content-Transfer-Encoding');
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? quoted(body.replaceAll('=\r\n', ''))
        : Buffer.from(body);
  return { subject: header(head, 'Subject'), text: bytes.toString().replaceAll('\r\n', '\n').trim(), raw };
};

/** A mail server on this machine that delivers nothing and tells what it took. */
export const startMailCatcher = async (
  took: (mail: CaughtMail) => void,
  options: SMTPServerOptions = {},
): Promise<{ port: number; stop(): Promise<void> }> => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      text(stream).then((raw) => {
        took({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address).join(', '),
          ...readMail(raw),
        });
        done();
      }, done);
    },
    ...options,
  });
  // a conversation that broke is the sender's affair
  server.on('error', () => undefined);
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const at = server.server.address();
  return {
    port: typeof at === 'object' && at ? at.port : 0,
    stop: () => new Promise((done) => server.close(() => done())),
  };
};
