import {
  type ApprovalOrder,
  type ApprovalRuleKind,
  type ApprovalState,
  type ApprovalWay,
  approvalOrders,
  approvalRules,
  approvals,
  MOST_DECIDERS,
  resumeApprovals,
} from '@plomb/contract/approvals/approvals';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { inBoth, type Text } from '@plomb/contract/kit/text';
import type { NamedArea } from '@plomb/contract/lock/outline';
import type { Pool } from 'pg';
import { type Frozen, frozenAt } from '../../lock/frozen.ts';
import { bindingPeriods, inOrganisation } from '../../lock/mayOperate.ts';
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
import { type Giving, nameOf, openMatters, type Resuming, saidOf, type Target } from './matters.ts';
import { approvalById, approvalsOf, decidersOf, decidersTold, type Held, heldApproval, waitingFor } from './queries.ts';
import { type ApprovalEvent, settled } from './rules.ts';

interface Deps {
  platform: Pool;
  giving: Giving;
  resuming: Resuming;
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
  target: Target;
  reason_code?: string | undefined;
  reason: string;
  idempotency_key: string;
}

const ofDevice = ({
  device_id,
  kind,
  ...rest
}: Omit<Request, 'target'> & { device_id: number; kind: ApprovalOrder }) => ({
  target: { kind, device_id },
  ...rest,
});
const ofRollout = ({ id, ...rest }: Omit<Request, 'target'> & { id: number }) => ({
  target: { kind: 'firmware_resume' as const, rollout_id: id },
  ...rest,
});

/** Requests that are told at once, newest first. */
const AT_ONCE = 50;

export const approvalRoutes = (deps: Deps): Served[] => {
  const { platform, giving, proofs, secondPerson, keys, ticked, minutes, touched } = deps;
  const matters = openMatters(deps);

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
    const { target, reason_code, reason, idempotency_key } = request;
    const deviceId = 'device_id' in target ? target.device_id : null;
    const rolloutId = 'rollout_id' in target ? target.rollout_id : null;
    if (deviceId !== null) ctx.concerns([deviceId]);
    await proofs.fresh(ctx);
    await client.query("select pg_advisory_xact_lock(hashtext('plomb approval ' || $1), hashtext($2))", [
      operator.id,
      idempotency_key,
    ]);
    const pressed = await client.query<{ id: number; state: ApprovalState; org_id: number; same: boolean }>(
      `select id, state, org_id, kind = $3 and device_id is not distinct from $4::bigint
         and rollout_id is not distinct from $5::bigint as same from approval where operator_id = $1 and idempotency_key = $2`,
      [operator.id, idempotency_key, target.kind, deviceId, rolloutId],
    );
    const [earlier] = pressed.rows;
    if (earlier && !earlier.same) throw new Refusal('keyReused');
    if (earlier) {
      ctx.note(nameOf(target.kind, await approvalById(earlier.id, ctx)));
      return { id: earlier.id, state: earlier.state, orgId: earlier.org_id };
    }
    const matter = await matters.of(target, client);
    const why = { ...(await giving.reasonOf(client, reason_code)), reason };
    const said = saidOf(matter.name, why);
    ctx.note(said);
    if (here)
      await client.query(
        `update approval set state = 'withdrawn', end_time = now() where operator_id = $1 and kind = $2
           and device_id is not distinct from $3::bigint and rollout_id is not distinct from $4::bigint and state = 'waiting'`,
        [operator.id, target.kind, deviceId, rolloutId],
      );
    await matter.judge(ctx, said);
    const { rows } = await client.query<{ id: number }>(
      `insert into approval (org_id, device_id, rollout_id, kind, reason_code, reason_text, reason, operator_id, oper_name, login_name,
         api_key_id, idempotency_key, expire_time)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + make_interval(mins => $13)) returning id`,
      [
        ...[matter.orgId, deviceId, rolloutId, target.kind, why.reason_code, why.reason_text, why.reason],
        ...[operator.id, operator.operName, operator.loginName, operator.apiKey?.id ?? null, idempotency_key],
        minutes(),
      ],
    );
    const { id } = rows[0]!;
    const deciders = await told(ctx, { org_id: matter.orgId, operator_id: operator.id });
    if (!here) {
      const asks = { id, kind: target.kind, orgId: matter.orgId, asker: operator, what: matter.plain, said };
      await writeMails(deps, client, { ...asks, minutes: minutes() }, deciders);
    }
    return { id, state: 'waiting', orgId: matter.orgId };
  };
  /** The same beside whoever asks: first all that is refused without the second person, whose password and code are good once. */
  const presentAt = async (
    path: string,
    request: Request,
    typed: { login_name: string; password: string; code?: string | undefined },
    ctx: Ctx,
  ) => {
    if (ctx.operator.apiKey) throw new Refusal('approvalByPerson');
    const { id, state, orgId } = await asked(request, ctx, true);
    if (state !== 'approved') {
      const by = await secondPerson(ctx, { path, ...typed, orgIds: [orgId] });
      await approved({ id, by, way: 'present' }, ctx);
    }
    return approvalById(id, ctx);
  };

  /** Whoever asked, with what that person, or the key it was asked by, may now. */
  const askerOf = ({ operator_id, api_key_id }: Pick<Held, 'operator_id' | 'api_key_id'>) =>
    api_key_id === null ? operatorNow(platform, operator_id) : holderOfKey(platform, api_key_id, ticked);

  type Person = Pick<SessionOperator, 'id' | 'operName' | 'loginName' | 'apiKey'>;
  /** Settles it, held. */
  const settle = async (
    event: Exclude<ApprovalEvent, 'lapse'>,
    { id, by, way = null, remark = '' }: { id: number; by: Person; way?: ApprovalWay | null; remark?: string },
    ctx: Ctx,
  ): Promise<Held & { said: Text }> => {
    const { client } = ctx;
    const one = await heldApproval(client, id);
    if (one.device_id !== null) ctx.concerns([one.device_id]);
    const asker = personNamed(one.oper_name, one.login_name);
    // its device may have gone to another organisation: it is named as it was here
    const words = saidOf(nameOf(one.kind, await approvalById(id, ctx)), one);
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

  /** Approves it, and does it in the name of who asked. */
  const approved = async (...[how, ctx]: [Parameters<typeof settle>[1], Ctx]): Promise<void> => {
    const one = await settle('approve', how, ctx);
    const asker = await askerOf(one);
    if (!asker) throw new Refusal('approvalAsker');
    const approver = personNamed(how.by.operName, how.by.loginName);
    await matters.done(one, { asker, approver, said: one.said }, ctx);
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
      deciders: async ({ id }, { client, operator }) => {
        const { rows } = await client.query<
          Pick<Held, 'org_id' | 'operator_id' | 'api_key_id' | 'kind'> & { periods: Frozen[]; now: string }
        >(
          'select org_id, operator_id, api_key_id, kind, frozen_periods(org_id) as periods, now() from approval where id = $1',
          [id],
        );
        const [one] = rows;
        if (!one) throw new Refusal('notFound');
        const { org_id: orgId, kind, periods, now } = one;
        // the order is given in the name of whoever asked
        const asker = kind === 'firmware_resume' || periods.length === 0 ? null : await askerOf(one);
        const right = asker && inOrganisation(asker.orgIds, orgId);
        const binding =
          kind !== 'firmware_resume' && asker && right
            ? bindingPeriods(kind, { right, grants: asker.grants, lock: { frozen: periods } })
            : [];
        const frozen = frozenAt(binding, Date.parse(now));
        if (frozen) return { rows: [], others: 0, frozen };
        const whom = { id, orgId, asker: one.operator_id, seen: operator.orgIds, most: MOST_DECIDERS };
        return { ...(await decidersTold(platform, whom)), frozen };
      },
      own: async (_, ctx) => ({ rows: await approvalsOf({ direction: 'byMe', hours: 24 }, ctx, AT_ONCE) }),
      waiting: (_, ctx) => waitingFor(ctx),
      needed: async ({ device_id }, ctx) => {
        const { client } = ctx;
        const { rows } = await client.query<{
          kinds: ApprovalOrder[];
          unseal_barred: 'outside' | 'place' | null;
          org_id: number;
          periods: Frozen[];
          now: string;
        }>(
          `select array(select kind from unnest(approval_kinds(d.org_id)) kind where kind = any($2)) as kinds,
             unseal_barred(d.org_id, d.id), d.org_id, frozen_periods(d.org_id) as periods, now() from device d where d.id = $1`,
          [device_id, approvalOrders],
        );
        if (!rows[0]) throw new Refusal('notFound');
        const [{ kinds, unseal_barred: barred, org_id, periods, now }] = rows as [(typeof rows)[0]];
        const waiting = await approvalsOf({ device: device_id, state: 'waiting' }, ctx, AT_ONCE);
        const { grants, orgIds } = ctx.operator;
        const facts = { right: inOrganisation(orgIds, org_id), grants, lock: { frozen: periods } };
        const at = Date.parse(now);
        const bound = frozenAt(bindingPeriods('unseal', facts), at);
        const period = bound ?? frozenAt(periods, at);
        const told = { minutes: minutes(), frozen: period && { ...period, binds: bound !== null }, waiting };
        return kinds.includes('unseal') || barred === null
          ? { kinds, unseal_barred: null, ...told }
          : { kinds: [...kinds, 'unseal' as const], unseal_barred: barred, ...told };
      },
      ask: async (input, ctx) => approvalById((await asked(ofDevice(input), ctx)).id, ctx),
      present: ({ login_name, password, code, ...request }, ctx) =>
        presentAt(approvals.present.path, ofDevice(request), { login_name, password, code }, ctx),
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
    ...serve(resumeApprovals, {
      ask: async (input, ctx) => approvalById((await asked(ofRollout(input), ctx)).id, ctx),
      present: ({ login_name, password, code, ...request }, ctx) =>
        presentAt(resumeApprovals.present.path, ofRollout(request), { login_name, password, code }, ctx),
    }),
    ...serve(approvalRules, {
      list: async (_, { client }) => {
        const { rows } = await client.query<{
          org_id: number;
          org_name: string;
          kinds: ApprovalRuleKind[];
          areas: NamedArea[];
          above: ApprovalRuleKind[];
          areas_above: string[][];
        }>(
          `select o.id as org_id, o.org_name,
             array(select r.kind from approval_rule r where r.org_id = o.id order by r.kind) as kinds,
             coalesce((select r.areas from approval_rule r where r.org_id = o.id and r.kind = 'unseal'), '[]') as areas,
             case when o.parent_id is null then '{}' else approval_kinds(o.parent_id) end as above,
             case when o.parent_id is null then '[]' else coalesce(
               (select jsonb_agg(jsonb_path_query_array(a, '$[*].name')) from unseal_areas(o.parent_id) a), '[]') end as areas_above
           from organisation o order by o.org_name, o.id`,
        );
        return { rows };
      },
      set: async ({ org_id, kind, needed, areas }, ctx) => {
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
        const standing = async () => {
          const { rows: now } = await client.query<{ kind: string; areas: NamedArea[] | null }>(
            'select kind, areas from approval_rule where org_id = $1 order by kind',
            [org_id],
          );
          return { kinds: now.map((one) => one.kind), areas: now.flatMap((one) => one.areas ?? []) };
        };
        const before = await standing();
        if (needed)
          await client.query(
            `insert into approval_rule (org_id, kind, areas) values ($1, $2, $3)
               on conflict (org_id, kind) do update set areas = excluded.areas`,
            [org_id, kind, areas && JSON.stringify(areas)],
          );
        else await client.query('delete from approval_rule where org_id = $1 and kind = $2', [org_id, kind]);
        ctx.changed(before, await standing());
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
