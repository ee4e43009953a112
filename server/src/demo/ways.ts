import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { WayChannel } from '@plomb/contract/messages/channels';
import type { Pool } from 'pg';
import { urlHash } from '../platform/messages/outbox.ts';
import { waySecret } from '../platform/messages/sending.ts';
import type { Vault } from '../platform/vault.ts';

/** What the vendors would answer: a group that takes everything, one that is full, and a program that is broken. */
const answers: readonly (readonly [channel: WayChannel, path: string, status: number, body: object])[] = [
  ['dingtalk', '/robot/send?access_token=demo-7f3a', 200, { errcode: 0, errmsg: 'ok' }],
  ['feishu', '/open-apis/bot/v2/hook/demo-51c9', 200, { code: 9499, msg: 'too many request' }],
  ['webhook', '/tms/alarms', 500, {}],
];

/** Ways of the demonstration's duty desk, which lead no further than this machine. */
export const catchDemoWays = async (
  db: Pool,
  vault: Vault,
  show: (words: string) => void,
): Promise<{ stop(): Promise<void> }> => {
  const answer = (url: string, body: string, response: ServerResponse) => {
    const [channel, , status, said] = answers.find(([, path]) => url.startsWith(path.split('?')[0]!)) ?? [];
    if (channel) show(`  ${channel}: ${body}\n`);
    response.writeHead(status ?? 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(said ?? {}));
  };
  const server = createServer((request, response) => {
    text(request).then(
      (body) => answer(request.url ?? '', body, response),
      () => response.destroy(),
    );
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const at = server.address();
  const origin = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
  const { rows } = await db.query<{ id: number; org_id: number }>(
    "select id, org_id from alarm_config where config_name = '值班台' order by id limit 1",
  );
  // the port is another at each start; what somebody set up by hand stays
  for (const { id, org_id } of rows)
    for (const [channel, path] of answers) {
      const url = origin + path;
      await db.query(
        `insert into alarm_way (config_id, org_id, channel, enabled, recipient, url, url_hash, secret, changed_by)
         values ($1, $2, $3, true, $4, $5, $6, $7, 'demo')
         on conflict (config_id, channel) do update set recipient = excluded.recipient, url = excluded.url, url_hash = excluded.url_hash
           where alarm_way.changed_by = 'demo'`,
        [
          ...[id, org_id, channel, channel === 'webhook' ? url : `127.0.0.1 …${path.slice(-4)}`],
          vault.seal(...waySecret(id, channel, 'url'), Buffer.from(url)),
          urlHash(vault, channel, url),
          vault.seal(
            ...waySecret(id, channel, 'secret'),
            Buffer.from(`whsec_${Buffer.from(`demo ${channel}`).toString('base64')}`),
          ),
        ],
      );
    }
  return { stop: () => new Promise<void>((done) => void server.close(() => done())) };
};
