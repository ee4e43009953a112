import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { ClientBase, Pool } from 'pg';
import { startMailCatcher } from './mailCatcher.ts';

/** Messages of the demonstration leave the house no further than this machine: whoever runs it reads them where it runs. */
export const catchDemoMessages = async (
  db: Pool | ClientBase,
  show: (words: string) => void,
): Promise<{ stop(): Promise<void> }> => {
  const mail = await startMailCatcher(({ to, subject, text }) =>
    show(`  Mail to ${to}: ${subject}\n${text.replace(/^/gm, '    ')}\n`),
  );
  const sms = createServer((request, response) => {
    json(request).then(
      (message) => {
        const { to, text } = message as Record<string, unknown>;
        show(`  SMS to ${String(to)}: ${String(text)}\n`);
        response.writeHead(202).end();
      },
      () => response.writeHead(400).end(),
    );
  });
  await new Promise<void>((done) => void sms.listen(0, '127.0.0.1', done));
  const at = sms.address();
  const settings = {
    mail: {
      host: '127.0.0.1',
      port: mail.port,
      security: 'none',
      user_name: '',
      from_address: 'plomb@demo.example',
      from_name: '',
    },
    sms: { url: `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/`, sender: '' },
  };
  // the ports are others at each start; what somebody set up by hand stays
  for (const [channel, values] of Object.entries(settings))
    await db.query(
      `insert into message_channel (channel, enabled, settings, changed_by) values ($1, true, $2, 'demo')
       on conflict (channel) do update set settings = excluded.settings where message_channel.changed_by = 'demo'`,
      [channel, JSON.stringify(values)],
    );
  return {
    async stop() {
      await mail.stop();
      await new Promise((done) => sms.close(done));
    },
  };
};
