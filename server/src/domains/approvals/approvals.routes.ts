import {
  type ApprovalKind,
  type ApprovalRuleKind,
  type ApprovalState,
  type ApprovalWay,
  approvalKinds,
  approvalRules,
  approvals,
} from '@plomb/contract/approvals/approvals';
import type { ErrorCode, FieldErrorCode } from '@plomb/contract/errors';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { inBoth, type Text } from '@plomb/contract/kit/text';
import type { Command } from '@plomb/contract/lock/command';
import { orderKinds } from '@plomb/contract/lock/orderKinds';
import { reasonIn } from '@plomb/contract/orders/reason';
import type { ClientBase, Pool } from 'pg';
import { type Clause, saidWithClause } from '../../lock/mayOperate.ts';
import type { Contacts } from '../../people/contacts.ts';
import type { PasswordKeys } from '../../people/passwordKeys.ts';
import type { Proofs } from '../../people/proofs.ts';
import { operatorNow, type SecondPerson } from '../../people/secondPerson.ts';
import type { SessionOperator } from '../../platform/access.ts';
import { holderOfKey } from '../../platform/apiKeys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import type { Vault } from '../../platform/vault.ts';
import { writeMails } from './mails.ts';
import { approvalById, approvalsOf, decidersOf, type Held, heldApproval } from './queries.ts';
import { type ApprovalEvent, settled } from './rules.ts';

type Why = Pick<Command, 'reason_code' | 'reason_text' | 'reason'>;
interface Unfit {
  code: ErrorCode | FieldErrorCode;
  clause?: Clause;
}
type Giver = Pick<SessionOperator, 'id' | 'operName' | 'loginName' | 'grants' | 'orgIds'>;
interface Order {
  kind: ApprovalKind;
  args: object;
}

interface Deps {
  platform: Pool;
  /** how an order is judged and given: what the domain of the orders does */
  giving: {
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
  };
  proofs: Pick<Proofs, 'fresh' | 'password'>;
  secondPerson: SecondPerson;
  keys: Pick<PasswordKeys, 'open'>;
  /** permits that a key has only where that was ticked by itself */
  ticked: ReadonlySet<string>;
  /** how long a request waits */
  minutes(): number;
  contacts: Pick<Contacts, 'reached'>;
  vault: Vault;
  /** where people open the console; '' = nobody said */
  origin: string;
  /** something that these people see changed */
  touched(operators: readonly number[]): void;
}

interface Request {
  device_id: number;
  kind: ApprovalKind;
  reason_code?: string | undefined;
  reason: string;
  idempotency_key: string;
}

interface Device {
  org_id: number;
  sn: string;
  device_name: string;
  subject: string;
}

const deviceById = async (client: ClientBase, id: number): Promise<Device> => {
  const { rows } = await client.query<Device>('select org_id, sn, device_name, subject from device where id = $1', [
    id,
  ]);
  if (!rows[0]) throw new Refusal('notFound');
  return rows[0];
};

/** Requests that are told at once, newest first. */
const AT_ONCE = 50;

/** As the operation log names it. */
const saidOf = (kind: ApprovalKind, { sn, subject, device_name }: Omit<Device, 'org_id'>, why: Why): Text =>
  inBoth((lang) =>
    [`${orderKinds[kind].title[lang]} ${[sn, subject, device_name].filter(Boolean).join(' ')}`, reasonIn(lang, why)]
      .filter(Boolean)
      .join(': '),
  );

export const approvalRoutes = (deps: Deps): Served[] => {
  const { platform, giving, proofs, secondPerson, keys, ticked, minutes, touched } = deps;

  /** Who is told of it: those who may decide, and who asked. */
  const told = async (ctx: Ctx, { org_id, operator_id }: Pick<Held, 'org_id' | 'operator_id'>): Promise<number[]> => {
    const deciders = await decidersOf(platform, org_id);
    ctx.afterCommit(() => touched([...deciders, operator_id]));
    return deciders.filter((id) => id !== operator_id);
  };

  /**
   * Writes the request, judged as the order would be; the same press that comes twice is one. `here`: whoever decides stands
   * beside who asks, and nobody elsewhere is asked the same any more.
   */
  const asked = async (
    request: Request,
    ctx: Ctx,
    here = false,
  ): Promise<{ id: number; state: ApprovalState; orgId: number }> => {
    const { client, operator } = ctx;
    const { device_id, kind, reason_code, reason, idempotency_key } = request;
    ctx.concerns([device_id]);
    await proofs.fresh(ctx);
    await client.query("select pg_advisory_xact_lock(hashtext('plomb approval ' || $1), hashtext($2))", [
      operator.id,
      idempotency_key,
    ]);
    const device = await deviceById(client, device_id);
    const why = { ...(await giving.reasonOf(client, reason_code)), reason };
    const said = saidOf(kind, device, why);
    ctx.note(said);
    const pressed = await client.query<{ id: number; state: ApprovalState; same: boolean }>(
      'select id, state, device_id = $3 and kind = $4 as same from approval where operator_id = $1 and idempotency_key = $2',
      [operator.id, idempotency_key, device_id, kind],
    );
    const [earlier] = pressed.rows;
    if (earlier && !earlier.same) throw new Refusal('keyReused');
    if (earlier) return { id: earlier.id, state: earlier.state, orgId: device.org_id };
    if (here)
      await client.query(
        `update approval set state = 'withdrawn', end_time = now()
          where operator_id = $1 and device_id = $2 and kind = $3 and state = 'waiting'`,
        [operator.id, device_id, kind],
      );
    const no = (await giving.judge(client, operator, { kind, args: {} }, [device_id])).get(device_id);
    if (!no) throw new Refusal('approvalNotNeeded');
    if (no.code !== 'approvalNeeded') {
      if (no.clause) ctx.note(saidWithClause(said, no.clause));
      throw new Refusal(no.code as ErrorCode);
    }
    const { rows } = await client.query<{ id: number }>(
      `insert into approval (org_id, device_id, kind, reason_code, reason_text, reason, operator_id, oper_name, login_name, api_key_id,
         idempotency_key, expire_time)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() + make_interval(mins => $12)) returning id`,
      [
        ...[device.org_id, device_id, kind, why.reason_code, why.reason_text, why.reason],
        ...[
          operator.id,
          operator.operName,
          operator.loginName,
          operator.apiKey?.id ?? null,
          idempotency_key,
          minutes(),
        ],
      ],
    );
    const { id } = rows[0]!;
    const deciders = await told(ctx, { org_id: device.org_id, operator_id: operator.id });
    if (!here) {
      const what = inBoth((lang) => `${orderKinds[kind].title[lang]} ${device.sn}`);
      const asked = { id, orgId: device.org_id, asker: operator, what, said, minutes: minutes() };
      await writeMails(deps, client, asked, deciders);
    }
    return { id, state: 'waiting', orgId: device.org_id };
  };

  type Person = Pick<SessionOperator, 'id' | 'operName' | 'loginName' | 'apiKey'>;
  /** Settles it, held. */
  const settle = async (
    event: Exclude<ApprovalEvent, 'lapse'>,
    { id, by, way = null, remark = '' }: { id: number; by: Person; way?: ApprovalWay | null; remark?: string },
    ctx: Ctx,
  ): Promise<Held & { said: Text }> => {
    const { client } = ctx;
    const one = await heldApproval(client, id);
    ctx.concerns([one.device_id]);
    const asker = personNamed(one.oper_name, one.login_name);
    // its device may have gone to another organisation: it is named as it was here
    const words = saidOf(one.kind, await approvalById(id, ctx), one);
    const said = inBoth((lang) => `${asker} · ${words[lang]}`);
    ctx.note(said);
    const isAsker = one.operator_id === by.id;
    const next = settled(event, { state: one.state, isLate: one.isLate, isAsker, byKey: by.apiKey !== null });
    if ('refusal' in next) throw new Refusal(next.refusal);
    const decides = event !== 'withdraw';
    await client.query(
      `update approval set state = $2, end_time = now(), decider_id = $3, decider_name = $4, decider_login = $5, way = $6, remark = $7
        where id = $1`,
      [id, next.to, decides ? by.id : null, decides ? by.operName : '', decides ? by.loginName : '', way, remark],
    );
    await told(ctx, one);
    return { ...one, said };
  };

  /** Approves it and gives the order in the name of who asked, judged once more: the lock may have moved, or its right have ended. */
  const approved = async (...[how, ctx]: [Parameters<typeof settle>[1], Ctx]): Promise<void> => {
    const one = await settle('approve', how, ctx);
    const { kind, reason, reason_code, reason_text, device_id, api_key_id: apiKeyId, create_time: chosen } = one;
    const asker =
      apiKeyId === null ? await operatorNow(platform, one.operator_id) : await holderOfKey(platform, apiKeyId, ticked);
    if (!asker) throw new Refusal('approvalAsker');
    const now = await ctx.client.query('select from device where id = $1 and org_id = $2', [device_id, one.org_id]);
    if (now.rowCount === 0) throw new Refusal('approvalMoved');
    const done = await giving.give(
      ctx.client,
      asker,
      {
        ...{ kind, args: {}, reason, reason_code, reason_text, apiKeyId, batchId: null, approvalId: one.id, chosen },
        // no caller can give a key with a colon
        keyOf: () => `approval:${one.id}`,
      },
      [device_id],
    );
    const no = done.unfit.get(device_id);
    if (no?.clause) ctx.note(saidWithClause(one.said, no.clause));
    if (no)
      throw new Refusal(no.clause === 'right' || no.clause === 'button' ? 'approvalAsker' : (no.code as ErrorCode));
    ctx.afterCommit(done.tell);
  };

  async function* parts(input: Parameters<typeof approvalsOf>[0], ctx: Ctx): FileRows {
    for (let before = input.before; ; ) {
      const part = await approvalsOf({ ...input, before }, ctx, 500);
      if (part.length > 0) yield part as unknown as Record<string, unknown>[];
      if (part.length < 500) return;
      before = part.at(-1)!.id;
    }
  }

  return [
    ...serve(approvals, {
      list: async (input, ctx) => {
        const rows = await approvalsOf(input, ctx, input.size + 1);
        return { rows: rows.slice(0, input.size), more: rows.length > input.size };
      },
      detail: ({ id }, ctx) => approvalById(id, ctx),
      export: (input, ctx) => parts(input, ctx),
      own: async (_, ctx) => ({ rows: await approvalsOf({ direction: 'byMe', hours: 24 }, ctx, AT_ONCE) }),
      waiting: async (_, { client, operator }) => {
        const { rows } = await client.query<{ count: number }>(
          `select count(*)::int as count from approval where state = 'waiting' and expire_time > now() and operator_id <> $1`,
          [operator.id],
        );
        return rows[0]!;
      },
      needed: async ({ device_id }, ctx) => {
        const { client } = ctx;
        const { org_id } = await deviceById(client, device_id);
        const { rows } = await client.query<{ kinds: ApprovalKind[] }>(
          'select array(select kind from unnest(approval_kinds($1)) kind where kind = any($2)) as kinds',
          [org_id, approvalKinds],
        );
        const waiting = await approvalsOf({ device: device_id, state: 'waiting' }, ctx, AT_ONCE);
        return { kinds: rows[0]!.kinds, minutes: minutes(), waiting };
      },
      ask: async (input, ctx) => approvalById((await asked(input, ctx)).id, ctx),
      present: async ({ login_name, password, code, ...request }, ctx) => {
        if (ctx.operator.apiKey) throw new Refusal('approvalByPerson');
        // first all that is refused without the second person: their password and their code are good once
        const { id, state, orgId } = await asked(request, ctx, true);
        if (state !== 'approved') {
          const by = await secondPerson(ctx, {
            path: approvals.present.path,
            login_name,
            password,
            code,
            orgIds: [orgId],
          });
          await approved({ id, by, way: 'present' }, ctx);
        }
        return approvalById(id, ctx);
      },
      approve: async ({ id, password, remark }, ctx) => {
        const { operator } = ctx;
        if (operator.apiKey) throw new Refusal('approvalByPerson');
        await proofs.password(operator.id, await keys.open(approvals.approve.path, password));
        await approved({ id, by: operator, way: 'afar', remark }, ctx);
        return approvalById(id, ctx);
      },
      decline: async ({ id, remark }, ctx) => {
        await settle('decline', { id, by: ctx.operator, remark }, ctx);
        return approvalById(id, ctx);
      },
      withdraw: async ({ id }, ctx) => {
        await settle('withdraw', { id, by: ctx.operator }, ctx);
        return approvalById(id, ctx);
      },
    }),
    ...serve(approvalRules, {
      list: async (_, { client }) => {
        const { rows } = await client.query<{
          org_id: number;
          org_name: string;
          kinds: ApprovalRuleKind[];
          above: ApprovalRuleKind[];
        }>(
          `select o.id as org_id, o.org_name,
             array(select r.kind from approval_rule r where r.org_id = o.id order by r.kind) as kinds,
             case when o.parent_id is null then '{}' else approval_kinds(o.parent_id) end as above
           from organisation o order by o.org_name, o.id`,
        );
        return { rows };
      },
      set: async ({ org_id, kind, needed }, ctx) => {
        const { client, operator } = ctx;
        // a key gives no fresh proof, and takes away no second person
        if (operator.apiKey) throw new Refusal('approvalByPerson');
        await proofs.fresh(ctx);
        const { rows } = await client.query<{ org_name: string }>(
          'select org_name from organisation where id = $1 for no key update',
          [org_id],
        );
        if (!rows[0]) throw new Refusal('notFound');
        ctx.note(rows[0].org_name);
        const kindsNow = async (): Promise<string[]> => {
          const { rows: now } = await client.query<{ kind: string }>(
            'select kind from approval_rule where org_id = $1 order by kind',
            [org_id],
          );
          return now.map((one) => one.kind);
        };
        const before = await kindsNow();
        await client.query(
          needed
            ? 'insert into approval_rule (org_id, kind) values ($1, $2) on conflict do nothing'
            : 'delete from approval_rule where org_id = $1 and kind = $2',
          [org_id, kind],
        );
        ctx.changed({ kinds: before }, { kinds: await kindsNow() });
        return {};
      },
    }),
  ];
};

/** What nobody approved in its time: who sees that. */
export const lapseApprovals = async (platform: Pool): Promise<number[]> => {
  const { rows } = await platform.query<{ org_id: number; operator_id: number }>(
    `update approval set state = 'lapsed', end_time = now() where state = 'waiting' and expire_time <= now()
      returning org_id, operator_id`,
  );
  const people = new Set(rows.map(({ operator_id }) => operator_id));
  for (const org of new Set(rows.map(({ org_id }) => org_id)))
    for (const id of await decidersOf(platform, org)) people.add(id);
  return [...people];
};
