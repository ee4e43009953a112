import { orders } from '@plomb/contract/orders/orders';
import type { Pool } from 'pg';
import type { InScope, Job, JobWork, Part } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { BatchOrder, Giving } from './giving.ts';

/** Devices of one transaction. */
export const BLOCK = 500;

interface Found extends BatchOrder {
  reason: string;
  reason_code: string | null;
  reason_text: { zh: string; en: string } | null;
  api_key_id: number | null;
  /** when somebody confirmed it: its orders' time begins then, however long its job waits */
  start_time: Date;
  /** when its devices were chosen and previewed */
  create_time: Date;
}

/**
 * Gives the devices of a batch their orders, block by block. What is done is found by what there is: a device that has its order
 * or a reason not to have one is passed by, and the database lets no batch have two for one device.
 */
const give = (giving: Pick<Giving, 'give'>): JobWork => ({
  permit: 'batch:add',
  async *parts({ subject_id: batchId }: Job, inScope: InScope): AsyncGenerator<Part> {
    const order = await inScope(async (client) => {
      const { rows } = await client.query<Found>(
        'select kind, args, reason, reason_code, reason_text, api_key_id, start_time, create_time from batch where id = $1',
        [batchId],
      );
      if (!rows[0]) throw new Refusal('notFound');
      return rows[0];
    });
    let last = 0;
    while (true) {
      const ids = await inScope(async (client) => {
        const { rows } = await client.query<{ id: number }>(
          `select device_id as id from batch_device where batch_id = $1 and refusal = '' and command_id is null and device_id > $2
            order by device_id limit $3`,
          [batchId, last, BLOCK],
        );
        return rows.map(({ id }) => id);
      });
      if (ids.length === 0) return;
      last = ids.at(-1)!;
      yield {
        units: ids.length,
        async run(client, operator) {
          if (!operator.grants.has(orders[order.kind].permit)) throw new Refusal('jobPerson');
          const {
            orders: written,
            unfit,
            tell,
          } = await giving.give(
            client,
            operator,
            // no caller can give a key with colons
            {
              ...order,
              keyOf: (id) => `batch:${batchId}:${id}`,
              apiKeyId: order.api_key_id,
              batchId,
              since: order.start_time,
              chosen: order.create_time,
            },
            ids,
          );
          await client.query(
            `update batch_device b set command_id = n.command_id, refusal = n.refusal, field = n.field, refusal_values = n.named
               from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::jsonb[]) as n(id, command_id, refusal, field, named)
              where b.batch_id = $1 and b.device_id = n.id`,
            [
              batchId,
              ids,
              ids.map((id) => written.get(id) ?? null),
              ids.map((id) => unfit.get(id)?.code ?? ''),
              ids.map((id) => unfit.get(id)?.field ?? ''),
              ids.map((id) => JSON.stringify(unfit.get(id)?.values ?? {})),
            ],
          );
          await client.query('update batch set unfit = unfit + $2, given = given + $3 where id = $1', [
            batchId,
            unfit.size,
            written.size,
          ]);
          return tell;
        },
      };
    }
  },
});

/** What nobody began goes after a day. */
export const forgetDrafts = async (platform: Pool): Promise<void> => {
  await platform.query("delete from batch where start_time is null and create_time < now() - interval '1 day'");
};

export const batchWorks = (giving: Pick<Giving, 'give'>) => ({ batch_give: give(giving) });
