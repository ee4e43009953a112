import type { ErrorCode } from '@plomb/contract/errors';
import type { authorisations } from '@plomb/contract/friends/authorisations';
import { inBoth } from '@plomb/contract/kit/text';
import type { Command, CommandState } from '@plomb/contract/lock/command';
import { orderKinds } from '@plomb/contract/lock/orderKinds';
import { orders as orderCalls } from '@plomb/contract/orders/orders';
import { reasonIn } from '@plomb/contract/orders/reason';
import type { ClientBase, Pool } from 'pg';
import { alsoSeeing } from '../../lock/alsoSeeing.ts';
import { type Clause, saidWithClause } from '../../lock/mayOperate.ts';
import type { SessionOperator } from '../../platform/access.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Ctx, Handlers } from '../../platform/serve.ts';
import { isAgreed } from './authorisations.queries.ts';

type Why = Pick<Command, 'reason_code' | 'reason_text'>;
export interface AuthorisationDeps {
  platform: Pool;
  readers: Pool;
  /** something that only these people see changed */
  touched(operators: readonly number[]): void;
  /** an order changed */
  orderTouched(commandId: number): void;
  /** refuses when whoever calls has not proved afresh who it is */
  confirmed(ctx: Ctx): Promise<void>;
  /** why an order is not taken back any more; null = it is */
  refusalToCancel(state: CommandState): ErrorCode | null;
  /** what the domain of the orders does */
  giving: {
    reasonOf(client: ClientBase, code: string | undefined): Promise<Why>;
    give(
      client: ClientBase,
      operator: Pick<SessionOperator, 'id' | 'operName' | 'loginName' | 'grants' | 'orgIds'>,
      given: Why & {
        kind: 'seal' | 'unseal';
        args: object;
        reason: string;
        keyOf(id: number): string;
        apiKeyId: number | null;
        batchId: null;
        authorisationId: number;
      },
      ids: readonly number[],
    ): Promise<{
      unfit: ReadonlyMap<number, { code: string; clause?: Clause; values?: Record<string, string> }>;
      tell(): void;
    }>;
  };
}

/** Orders by an authorisation, given and taken back by whoever holds it. */
export const authorisedOrders = ({
  readers,
  orderTouched,
  confirmed,
  refusalToCancel,
  giving,
}: AuthorisationDeps): Pick<Handlers<typeof authorisations>, 'order' | 'cancel'> => {
  /** A device of one that the caller holds and that was agreed to: of any other nothing is known. */
  const heldDevice = async (id: number, deviceId: number, ctx: Ctx): Promise<{ sn: string; owners: number[] }> => {
    const { rows } = await readers.query<{ sn: string; org_id: number }>(
      `select x.sn, d.org_id from authorisation a join authorisation_device x on x.authorisation_id = a.id
         join device d on d.id = x.device_id where a.id = $1 and x.device_id = $2 and a.holder_id = $3 and ${isAgreed}`,
      [id, deviceId, ctx.operator.id],
    );
    if (!rows[0]) throw new Refusal('notFound');
    ctx.concerns([deviceId]);
    return { sn: rows[0].sn, owners: [rows[0].org_id] };
  };

  return {
    order: async ({ id, device_id, kind, reason_code, reason, idempotency_key }, ctx) => {
      const { client, operator } = ctx;
      if (!operator.grants.has(orderCalls[kind].permit)) throw new Refusal('noPermission');
      if (orderKinds[kind].guarded) await confirmed(ctx);
      const { sn, owners } = await heldDevice(id, device_id, ctx);
      const why = { ...(await giving.reasonOf(client, reason_code)), reason };
      const words = orderKinds[kind].title;
      const said = inBoth((lang) => [`${words[lang]} ${sn} (A-${id})`, reasonIn(lang, why)].filter(Boolean).join(': '));
      ctx.note(said);
      // the same press that comes twice at once waits for itself
      await client.query("select pg_advisory_xact_lock(hashtext('plomb order ' || $1), hashtext($2))", [
        operator.id,
        idempotency_key,
      ]);
      const tellOrder = await alsoSeeing(client, owners, operator.orgIds, async () => {
        const pressed = await client.query<{ same: boolean }>(
          `select authorisation_id is not distinct from $3 and kind = $4 and device_id = $5 as same from command
            where operator_id = $1 and idempotency_key = $2`,
          [operator.id, idempotency_key, id, kind, device_id],
        );
        if (pressed.rows[0] && !pressed.rows[0].same) throw new Refusal('keyReused');
        if (pressed.rows[0]) return () => undefined;
        const given = { kind, args: {}, ...why, keyOf: () => idempotency_key, batchId: null, authorisationId: id };
        const done = await giving.give(client, operator, { ...given, apiKeyId: operator.apiKey?.id ?? null }, [
          device_id,
        ]);
        const no = done.unfit.get(device_id);
        if (no?.clause) ctx.note(saidWithClause(said, no.clause));
        if (no) throw new Refusal(no.code as ErrorCode, no.values);
        return done.tell;
      });
      ctx.afterCommit(tellOrder);
      return {};
    },
    cancel: async ({ id, device_id, order_id }, ctx) => {
      const { client, operator } = ctx;
      const { sn, owners } = await heldDevice(id, device_id, ctx);
      await alsoSeeing(client, owners, operator.orgIds, async () => {
        const stands = async () => {
          const { rows } = await client.query<{ kind: 'seal' | 'unseal'; state: CommandState }>(
            'select kind, state from command where id = $1 and authorisation_id = $2 and device_id = $3 and operator_id = $4',
            [order_id, id, device_id, operator.id],
          );
          if (!rows[0]) throw new Refusal('notFound');
          return rows[0];
        };
        const { kind } = await stands();
        ctx.note(inBoth((lang) => `${orderKinds[kind].title[lang]} ${sn} (A-${id})`));
        const { rowCount } = await client.query(
          `update command set state = taken_back(command), finish_time = case when taken_back(command) = 'cancelled' then now() end,
              canceller_id = $2, canceller = $3 where id = $1 and state = 'queued'`,
          [order_id, operator.id, operator.operName],
        );
        // it may have left between the two statements
        if (rowCount === 0) throw new Refusal(refusalToCancel((await stands()).state) ?? 'conflict');
      });
      ctx.afterCommit(() => orderTouched(order_id));
      return {};
    },
  };
};
