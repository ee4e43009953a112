import { devices } from '@plomb/contract/devices/devices';
import { searchKey } from '@plomb/contract/kit/search';
import type { Pool } from 'pg';
import { checkNamed } from '../../lock/checkNamed.ts';
import { deviceOptions } from '../../lock/deviceOptions.ts';
import { openListing } from '../../lock/listing.ts';
import { withPlaces } from '../../lock/withPlaces.ts';
import { crud, setStatus } from '../../platform/crud.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { deviceRows } from './queries.ts';
import {
  alarmsEnded,
  exchange,
  leave,
  ordersEnded,
  refuseBusy,
  refuseRetired,
  refuseSealed,
  reinstate,
  retire,
} from './retire.ts';

export interface DeviceDeps {
  /** these devices came, went, moved, were renamed or changed their type, and in which organisations they were before */
  changed(devices: readonly number[], before?: readonly { id: number; org_id: number }[]): void;
  /** an order changed */
  orderTouched(id: number): void;
  /** an alarm changed */
  alarmTouched(id: number): void;
  readers: Pool;
}

/** Lists show what is in service unless they are asked for the rest. */
const inService = <I extends { retired?: boolean | undefined; guards?: string | undefined }>(input: I) => ({
  ...input,
  retired: input.retired ?? false,
  guards: input.guards === undefined ? undefined : searchKey(input.guards),
});

/** The devices a request, or its answer, speaks of. */
const idsOf = (said: { id?: number; ids?: readonly number[] }): readonly number[] =>
  said.ids ?? (said.id === undefined ? [] : [said.id]);

export const deviceRoutes = ({ changed, orderTouched, alarmTouched, readers }: DeviceDeps): Served[] => {
  const plain = crud(devices, {
    table: 'device',
    rows: deviceRows,
    search: ['sn', 'device_name', 'subject', 'device_no', 'sim_card'],
    label: 'sn',
    listing: openListing(readers),
  });
  /** tells the live map, the gateway and who waits for an order once the change is there for all to see */
  const telling =
    <I extends object, O extends object>(handler: (input: I, ctx: Ctx) => Promise<O>) =>
    async (input: I, ctx: Ctx): Promise<O> => {
      const named = idsOf(input);
      ctx.concerns(named);
      const { rows: before } = await ctx.client.query<{ id: number; org_id: number }>(
        'select id, org_id from device where id = any($1)',
        [named],
      );
      const done = await handler(input, ctx);
      ctx.concerns(idsOf(done));
      const ended = await ordersEnded(named, ctx);
      const closed = await alarmsEnded(named, ctx);
      ctx.afterCommit(() => {
        for (const id of ended) orderTouched(id);
        for (const id of closed) alarmTouched(id);
        changed([...new Set([...named, ...idsOf(done)])], before);
      });
      return done;
    };
  return serve(devices, {
    ...plain,
    list: (input, ctx) => plain.list(inService(input), ctx),
    export: (input, ctx) => withPlaces(plain.export(input.ids ? input : inService(input), ctx), input, ctx.lang),
    add: telling(async (input, ctx) => {
      await checkNamed(input, ctx);
      return plain.add(input, ctx);
    }),
    update: telling(async (input, ctx) => {
      await refuseRetired([input.id], ctx);
      await leave(input, ctx);
      await exchange(input, ctx);
      await checkNamed(input, ctx);
      return plain.update(input, ctx);
    }),
    delete: telling(plain.delete),
    status: telling(async (input, ctx) => {
      await refuseRetired(input.ids, ctx);
      if (input.status === 2) {
        await refuseBusy(input.ids, ctx);
        await refuseSealed(input.ids, ctx);
      }
      return setStatus('device', input, ctx);
    }),
    retire: telling(retire),
    reinstate: telling(reinstate),
    forgetTerminal: telling(async ({ id }, ctx) => {
      await refuseRetired([id], ctx);
      await refuseBusy([id], ctx);
      // whoever registered wrongly has the code, and may be on the line: both end
      await ctx.client.query('select terminal_forgotten($1)', [id]);
      return {};
    }),
    options: (_, ctx) => deviceOptions(ctx),
  });
};
