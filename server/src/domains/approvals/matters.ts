import { type ApprovalKind, type ApprovalOrder, approvalTitles } from '@plomb/contract/approvals/approvals';
import type { ErrorCode, FieldErrorCode } from '@plomb/contract/errors';
import { inBoth, type Text } from '@plomb/contract/kit/text';
import type { Command } from '@plomb/contract/lock/command';
import { reasonIn } from '@plomb/contract/orders/reason';
import type { ClientBase } from 'pg';
import { type Clause, saidWithClause } from '../../lock/mayOperate.ts';
import type { SessionOperator } from '../../platform/access.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Ctx } from '../../platform/serve.ts';
import type { Held } from './queries.ts';

export type Why = Pick<Command, 'reason_code' | 'reason_text' | 'reason'>;
export type Giver = Pick<SessionOperator, 'id' | 'operName' | 'loginName' | 'grants' | 'orgIds'>;
interface Unfit {
  code: ErrorCode | FieldErrorCode;
  clause?: Clause;
  /** for the words of the code */
  values?: Record<string, string>;
  /** a second person may approve it */
  asks?: true;
}
interface Order {
  kind: ApprovalOrder;
  args: object;
}

/** What is asked for, of a device or of a roll-out. */
export type Target = { kind: ApprovalOrder; device_id: number } | { kind: 'firmware_resume'; rollout_id: number };

/** How an order is judged and given: what the domain of the orders does. */
export interface Giving {
  reasonOf(client: ClientBase, code: string | undefined): Promise<Pick<Why, 'reason_code' | 'reason_text'>>;
  judge(client: ClientBase, giver: Giver, order: Order, ids: readonly number[]): Promise<ReadonlyMap<number, Unfit>>;
  give(
    client: ClientBase,
    operator: Giver,
    given: Order &
      Why & {
        keyOf(id: number): string;
        apiKeyId: number | null;
        batchId: number | null;
        approvalId: number;
        chosen: Date;
      },
    ids: readonly number[],
  ): Promise<{ unfit: ReadonlyMap<number, Unfit>; tell(): void }>;
}

/** How a roll-out goes on that stopped by itself: what the domain of the firmware does. */
export interface Resuming {
  /** refuses one that is not stopped; held */
  stopped(
    client: ClientBase,
    id: number,
  ): Promise<{ org_id: number; firmware_version: string; by_two: boolean; stop_time: Date }>;
  may(by: Pick<Giver, 'grants'>): boolean;
  goOn(
    client: ClientBase,
    id: number,
    by: Giver,
    how: { reason: string; apiKeyId: number | null; approval: { id: number; name: string } },
  ): Promise<void>;
}

export interface Matter {
  target: Target;
  /** whose device or roll-out it is */
  orgId: number;
  /** as the operation log names it */
  name: Text;
  /** the same without a word that a person chose */
  plain: Text;
  /** refuses what needs no approval, and what would be refused with one too */
  judge(ctx: Ctx, said: Text): Promise<void>;
}

interface Named {
  sn: string;
  device_name: string;
  subject: string;
  firmware_version: string;
}
/** As the operation log names it. */
export const nameOf = (kind: ApprovalKind, { sn, subject, device_name, firmware_version }: Named): Text =>
  inBoth((lang) => [approvalTitles[kind][lang], sn, subject, device_name, firmware_version].filter(Boolean).join(' '));
export const saidOf = (name: Text, why: Why): Text =>
  inBoth((lang) => [name[lang], reasonIn(lang, why)].filter(Boolean).join(': '));

export const openMatters = ({ giving, resuming }: { giving: Giving; resuming: Resuming }) => {
  const ofDevice = async (kind: ApprovalOrder, id: number, client: ClientBase): Promise<Matter> => {
    const { rows } = await client.query<Omit<Named, 'firmware_version'> & { org_id: number }>(
      'select org_id, sn, device_name, subject from device where id = $1',
      [id],
    );
    const [device] = rows;
    if (!device) throw new Refusal('notFound');
    return {
      target: { kind, device_id: id },
      orgId: device.org_id,
      name: nameOf(kind, { ...device, firmware_version: '' }),
      plain: inBoth((lang) => `${approvalTitles[kind][lang]} ${device.sn}`),
      async judge(ctx, said) {
        const no = (await giving.judge(ctx.client, ctx.operator, { kind, args: {} }, [id])).get(id);
        if (!no) throw new Refusal('approvalNotNeeded');
        if (no.asks) return;
        if (no.clause) ctx.note(saidWithClause(said, no.clause));
        throw new Refusal(no.code as ErrorCode, no.values);
      },
    };
  };
  const ofRollout = async (id: number, client: ClientBase): Promise<Matter> => {
    const { org_id, firmware_version, by_two } = await resuming.stopped(client, id);
    return {
      target: { kind: 'firmware_resume', rollout_id: id },
      orgId: org_id,
      name: nameOf('firmware_resume', { sn: '', device_name: '', subject: '', firmware_version }),
      plain: inBoth((lang) => `${approvalTitles.firmware_resume[lang]} #${id}`),
      async judge({ operator }) {
        if (!resuming.may(operator)) throw new Refusal('noPermission');
        if (!by_two) throw new Refusal('approvalNotNeeded');
      },
    };
  };

  /** The order is given in the name of who asked, judged once more: the lock may have moved, or its right have ended. */
  const order = async (one: Held, kind: ApprovalOrder, deviceId: number, asker: Giver, said: Text, ctx: Ctx) => {
    const { client } = ctx;
    const { reason, reason_code, reason_text, api_key_id: apiKeyId, create_time: chosen } = one;
    const now = await client.query('select from device where id = $1 and org_id = $2', [deviceId, one.org_id]);
    if (now.rowCount === 0) throw new Refusal('approvalMoved');
    const done = await giving.give(
      client,
      asker,
      {
        ...{ kind, args: {}, reason, reason_code, reason_text, apiKeyId, batchId: null, approvalId: one.id, chosen },
        // no caller can give a key with a colon
        keyOf: () => `approval:${one.id}`,
      },
      [deviceId],
    );
    const no = done.unfit.get(deviceId);
    if (no?.clause) ctx.note(saidWithClause(said, no.clause));
    if (no)
      throw no.clause === 'right' || no.clause === 'button'
        ? new Refusal('approvalAsker')
        : new Refusal(no.code as ErrorCode, no.values);
    ctx.afterCommit(done.tell);
  };
  /** It goes on as it stopped when that was asked for: what failed since then nobody has seen. */
  const resume = async (one: Held, rolloutId: number, asker: Giver, approver: string, { client }: Ctx) => {
    const { stop_time } = await resuming.stopped(client, rolloutId);
    if (stop_time > one.create_time) throw new Refusal('firmwareStep');
    if (!resuming.may(asker) || !asker.orgIds.includes(one.org_id)) throw new Refusal('approvalAsker');
    const approval = { id: one.id, name: approver };
    await resuming.goOn(client, rolloutId, asker, { reason: one.reason, apiKeyId: one.api_key_id, approval });
  };

  return {
    of: (target: Target, client: ClientBase): Promise<Matter> =>
      target.kind === 'firmware_resume'
        ? ofRollout(target.rollout_id, client)
        : ofDevice(target.kind, target.device_id, client),
    /** Does what was asked for, once it is approved. */
    async done(one: Held, how: { asker: Giver; approver: string; said: Text }, ctx: Ctx): Promise<void> {
      const { asker, approver, said } = how;
      if (one.rollout_id !== null) await resume(one, one.rollout_id, asker, approver, ctx);
      else if (one.kind !== 'firmware_resume' && one.device_id !== null)
        await order(one, one.kind, one.device_id, asker, said, ctx);
    },
  };
};
