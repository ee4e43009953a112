import { isOwnName, type Signature } from '@plomb/contract/devices/signature';
import { stock } from '@plomb/contract/devices/stock';
import {
  type InspectionLimits,
  StockStatus,
  type StockStep,
  scraps,
  stepped,
} from '@plomb/contract/devices/stockSteps';
import { errors } from '@plomb/contract/errors';
import { fill, inBoth } from '@plomb/contract/kit/text';
import { seedWord } from '@plomb/contract/words';
import { type RawBuilder, sql } from 'kysely';
import { deviceOf, named, names } from '../../lock/named.ts';
import { peopleNamed } from '../../people/peopleNamed.ts';
import type { SecondPerson } from '../../people/secondPerson.ts';
import { cursor, matches } from '../../platform/crud.ts';
import { useFile as keepFile } from '../../platform/files/files.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Handlers, type Served, serve } from '../../platform/serve.ts';
import type { DeviceDeps } from './devices.routes.ts';
import { ordersEnded } from './retire.ts';
import { signature } from './signature.ts';
import { candidates, type Found, verdicts } from './stockCandidates.ts';

export interface StockDeps extends Pick<DeviceDeps, 'changed' | 'orderTouched'> {
  inspectionLimits(): InspectionLimits;
  /** days until an issued device should have been received */
  receiveDays(): number;
  secondPerson: SecondPerson;
}

/** What people add to a step; what a step does not ask for is not there. */
interface Request {
  numbers: string[];
  reason?: string;
  receiver_id?: number;
  witness_id?: number;
  witness_password?: string;
  witness_code?: string;
  org_id?: number;
  photo?: string;
  replacement?: string;
  signature?: Signature;
}

interface Person {
  id: number;
  oper_name: string;
  login_name: string;
  org_id: number;
}

interface Filter {
  device_id?: number | undefined;
  step?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}

const rows = sql`c.id, c.device_id, ${sql.raw(names.sn)}, ${sql.raw(names.device_name)}, c.step, c.from_status, c.to_status,
  c.device_state, coalesce(o.org_name, '') as org_name, coalesce(g.org_name, '') as to_org_name, c.oper_name, c.source,
  c.receiver, c.witness, c.witness_signed, c.replacement, c.reason, c.photo, ${signature} as signature, c.at, c.create_time`;
/** left: an organisation, and the device with it, may be out of sight */
const from = sql`from custody c ${sql.raw(deviceOf('c'))}
  left join organisation o on o.id = c.org_id left join organisation g on g.id = c.to_org_id
  left join signature sg on sg.id = c.signature_id`;

const where = (f: Filter): RawBuilder<unknown> => {
  const terms: RawBuilder<unknown>[] = [sql`true`];
  if (f.before) terms.push(sql`c.id < ${f.before}`);
  if (f.ids) terms.push(sql`c.id = any(${f.ids})`);
  if (f.device_id) terms.push(sql`c.device_id = ${f.device_id}`);
  if (f.step) terms.push(sql`c.step = ${f.step}`);
  if (f.from) terms.push(sql`c.create_time >= ${f.from}`);
  if (f.to) terms.push(sql`c.create_time <= ${f.to}`);
  if (f.keyword)
    terms.push(sql`(${matches(sql.raw(named.sn), f.keyword)} or ${matches(sql.raw(named.device_name), f.keyword)}
      or ${matches(sql`c.oper_name`, f.keyword)} or ${matches(sql`c.receiver`, f.keyword)})`);
  return sql`where ${sql.join(terms, sql` and `)}`;
};

/** What may replace a device scrapped in place: it is in somebody's hands, or sealed there already. */
const mayReplace = sql`d.stock_status = any(${[StockStatus.used, StockStatus.sealing]}) and d.device_state = 'in_use'
  and not d.lost and d.status = 1 and d.retired_time is null`;

const refuseUnfitReplacement = async (replacement: string, scrapped: readonly Found[], { db }: Ctx): Promise<void> => {
  const [one, ...more] = scrapped;
  if (!one || more.length > 0) throw new Refusal('replacementOfOne');
  const { rows } = await sql`select from device d where d.sn = ${replacement} and d.org_id = ${one.orgId}
    and d.id <> ${one.device.id} and ${mayReplace} for no key update`.execute(db);
  if (rows.length === 0) throw new Refusal('replacementUnfit');
};

/** Whether one of these organisations, or one above it, wants two people behind a scrapping. */
const takesTwo = async (found: readonly Found[], { db }: Ctx): Promise<boolean> => {
  const orgs = [...new Set(found.map(({ orgId }) => orgId))];
  const { rows: kinds } =
    await sql`select from unnest(${orgs}::bigint[]) org where 'scrap' = any (approval_kinds(org)) limit 1`.execute(db);
  return kinds.length > 0;
};

/** Metres between the last positions of the locks s and b. */
const distance = sql`case when s.lat is not null and b.lat is not null then round(12742000 * asin(least(1, sqrt(power(sin(radians(s.lat - b.lat) / 2), 2)
  + cos(radians(b.lat)) * cos(radians(s.lat)) * power(sin(radians(s.lon - b.lon) / 2), 2)))))::int end`;

const person = async (id: number, { db }: Ctx): Promise<Person | undefined> =>
  (
    await sql<Person>`select id, oper_name, login_name, org_id from operator where id = ${id} and status = 1`.execute(
      db,
    )
  ).rows[0];

/** To whom the devices are to go, and whose they are then. Who or what is out of sight is as unknown as what is not there. */
const destination = async (
  { receiver_id, org_id }: { receiver_id?: number | undefined; org_id?: number | undefined },
  ctx: Ctx,
): Promise<{ receiver: Person | null; goal: number | null }> => {
  const receiver = receiver_id === undefined ? null : await person(receiver_id, ctx);
  if (receiver === undefined) throw new Refusal('receiverUnknown');
  if (org_id !== undefined) {
    const found = await sql`select from organisation where id = ${org_id} and status = 1`.execute(ctx.db);
    if (found.rows.length === 0) throw new Refusal('notFound');
  }
  return { receiver, goal: org_id ?? receiver?.org_id ?? null };
};

export const stockRoutes = ({
  changed,
  orderTouched,
  inspectionLimits,
  receiveDays,
  secondPerson,
}: StockDeps): Served[] => {
  /** The devices of a step, every one of them fit for it and locked. */
  const taken = async (
    step: StockStep,
    numbers: readonly string[],
    goal: number | null,
    ctx: Ctx,
  ): Promise<Found[]> => {
    const found = await candidates(step, numbers, ctx, { lock: true, goal });
    return verdicts(step, numbers, found, inspectionLimits()).map(({ number, found: one, verdict }) => {
      if (!verdict.refusal || !one) {
        if (one) return one;
        throw new Refusal('deviceMissing');
      }
      const state = seedWord('stock_status', String(one.device.stock_status))[ctx.lang];
      throw new Refusal('stockRefused', { number, why: fill(errors[verdict.refusal][ctx.lang], { state }) });
    });
  };

  /** The witness signs in where two people are wanted: whether that was done. */
  const signedIn = async (
    step: StockStep,
    { witness_password: password, witness_code: code }: Request,
    witness: Person | null,
    all: readonly Found[],
    ctx: Ctx,
  ): Promise<boolean> => {
    if (!witness || !scraps(step) || !(await takesTwo(all, ctx))) return false;
    if (ctx.operator.apiKey) throw new Refusal('approvalByPerson');
    if (!password) throw new Refusal('witnessSigns');
    const { path } = stock[step];
    const orgIds = all.map(({ orgId }) => orgId);
    await secondPerson(ctx, {
      path,
      login_name: witness.login_name,
      password,
      code,
      orgIds,
      otherwise: 'witnessWrong',
    });
    return true;
  };

  const take = <S extends StockStep>(step: S): Handlers<Pick<typeof stock, S>>[S] =>
    (async (request: Request, ctx: Ctx) => {
      const numbers = [...new Set(request.numbers)].sort();
      const { reason = '', witness_id, org_id, photo } = request;
      const replacement = request.replacement === 'none' ? '' : (request.replacement ?? '');
      ctx.note(
        inBoth((lang) => `${seedWord('stock_step', step)[lang]} ${numbers.join(', ')}${reason ? `: ${reason}` : ''}`),
      );
      const { receiver, goal } = await destination(request, ctx);
      const { signature: signed } = request;
      if (signed?.by === 'typed' && !isOwnName(signed.name, ctx.operator.operName))
        throw fieldRefusal('signature', 'signatureName');
      const witness = witness_id === undefined ? null : await person(witness_id, ctx);
      if (witness === undefined || witness?.id === ctx.operator.id) throw new Refusal('witnessUnknown');

      const all = await taken(step, numbers, goal, ctx);
      const ids = all.map(({ device }) => device.id);
      ctx.concerns(ids);
      const before = all.map(({ device, orgId }) => ({ id: device.id, org_id: orgId }));
      if (org_id !== undefined && before.some((one) => one.org_id === org_id)) throw new Refusal('sameOrganisation');

      if (replacement) await refuseUnfitReplacement(replacement, all, ctx);

      /** what was issued to whoever acts: it may be out of sight, and becomes the own organisation's */
      const settling = all.filter(({ candidate }) => step === 'receive' || (step === 'return' && candidate.mine));
      if (settling.length > 0) {
        const { rows: settled } = await sql<{ id: number; org_id: number }>`
          select id, org_id from settle_issued(${settling.map(({ device }) => device.id)}, ${ctx.operator.id},
            ${step === 'receive'}, ${reason}, ${signed?.by === 'drawn' ? signed.path : ''},
            ${signed?.by === 'typed' ? signed.name : ''})`.execute(ctx.db);
        if (settled.length !== settling.length) throw new Refusal('notReceiver');
        for (const one of before) one.org_id = settled.find(({ id }) => id === one.id)?.org_id ?? one.org_id;
      }
      const stepping = all.filter((one) => !settling.includes(one));
      if (stepping.length > 0) {
        const after = stepping.map(({ candidate }) => {
          const next = stepped(candidate, step);
          if ('refusal' in next) throw new Refusal(next.refusal);
          return next.standing;
        });
        const stepIds = stepping.map(({ device }) => device.id);
        if (photo !== undefined) {
          // a picture made for this, and in sight; whose first use it is
          const { rows } = await sql`select from file where id = ${photo} and purpose = 'custody'
            and not exists (select from file_use u where u.file_id = file.id)`.execute(ctx.db);
          if (rows.length === 0) throw fieldRefusal('photo', 'choice');
          await keepFile(ctx.client, photo, `custody of ${numbers.join(', ')}`.slice(0, 200), { evidence: true });
        }
        // last of all that may refuse it: a password and a code are good once
        const witnessSigned = await signedIn(step, request, witness, all, ctx);
        await sql`
          insert into custody (device_id, org_id, to_org_id, step, from_status, to_status, device_state, operator_id,
            oper_name, source, receiver_id, receiver, witness_id, witness, witness_signed, replacement, reason, photo)
          select u.id, u.org_id, coalesce(${org_id ?? null}::bigint, u.org_id), ${step}, u.from_status, u.to_status,
            u.device_state, ${ctx.operator.id}, ${ctx.operator.operName}, 'web', ${receiver?.id ?? null}::bigint,
            ${receiver?.oper_name ?? ''}, ${witness?.id ?? null}::bigint, ${witness?.oper_name ?? ''}, ${witnessSigned}, ${replacement}, ${reason},
            ${photo ?? null}
          from unnest(${stepIds}::bigint[], ${stepping.map(({ orgId }) => orgId)}::bigint[],
            ${stepping.map(({ device }) => device.stock_status)}::smallint[],
            ${after.map((s) => s.stock_status)}::smallint[], ${after.map((s) => s.device_state)}::text[])
            as u(id, org_id, from_status, to_status, device_state)`.execute(ctx.db);
        // to whom and since when it is issued lasts as long as it is; an inspection is of the moment before the issue
        await sql`
          update device d set stock_status = u.stock_status, device_state = u.device_state, lost = u.lost,
            org_id = coalesce(${org_id ?? null}::bigint, d.org_id),
            receiver_id = case when u.stock_status <> 3 then null
              when ${step === 'issue'} then ${receiver?.id ?? null}::bigint else d.receiver_id end,
            issue_time = case when u.stock_status <> 3 then null when ${step === 'issue'} then now() else d.issue_time end,
            inspect_time = case when ${step === 'preliminary_inspection'} then now() end
          from unnest(${stepIds}::bigint[], ${after.map((s) => s.stock_status)}::smallint[],
            ${after.map((s) => s.device_state)}::text[], ${after.map((s) => s.lost)}::boolean[])
            as u(id, stock_status, device_state, lost)
          where d.id = u.id`.execute(ctx.db);
      }
      const ended = await ordersEnded(ids, ctx);
      ctx.afterCommit(() => {
        for (const id of ended) orderTouched(id);
        changed(ids, before);
      });
      return {};
    }) as never; // the contract's schema says which of these fields a step asks for

  return serve(stock, {
    list: async (input, ctx) => {
      const { rows: found } = await sql<Record<string, unknown>>`
        select ${rows} ${from} ${where(input)} order by c.id desc limit ${input.size + 1}`.execute(ctx.db);
      return { rows: found.slice(0, input.size) as never, more: found.length > input.size };
    },
    detail: async ({ id }, { db }) => {
      const { rows: found } = await sql<Record<string, unknown>>`select ${rows} ${from} where c.id = ${id}`.execute(db);
      if (!found[0]) throw new Refusal('notFound');
      return found[0] as never;
    },
    receipt: async ({ id }, { db }) => {
      const {
        rows: [head],
      } = await sql<{
        number: number;
        signature: Signature;
        receiver: string;
        to_org_name: string;
        receive_time: string;
      }>`
        select sg.id as number, ${signature} as signature, c.receiver, coalesce(g.org_name, '') as to_org_name,
          c.create_time as receive_time
        ${from} where c.id = ${id} and c.step = 'receive' and sg.id is not null`.execute(db);
      if (!head) throw new Refusal('notFound');
      const { rows: found } = await sql<Record<string, unknown>>`
        select c.id, c.device_id, ${sql.raw(names.sn)}, ${sql.raw(names.device_name)}, coalesce(t.device_type, '') as device_type,
          coalesce(o.org_name, '') as org_name, coalesce(i.oper_name, '') as issuer, i.create_time as issue_time
        ${from} left join device_type t on t.id = d.device_type_id
          left join lateral (select x.oper_name, x.create_time from custody x
            where x.device_id = c.device_id and x.step = 'issue' and x.id < c.id order by x.id desc limit 1) i on true
        where c.signature_id = ${head.number} order by sn, c.id`.execute(db);
      return { ...head, rows: found as never };
    },
    export: (input, ctx) => cursor(ctx, sql`select ${rows} ${from} ${where(input)} order by c.id desc`),
    check: async ({ step, numbers, ...to }, ctx) => {
      const asked = [...new Set(numbers)];
      const { goal } = await destination(to, ctx);
      const found = await candidates(step, asked, ctx, { goal });
      const judged = verdicts(step, asked, found, inspectionLimits());
      const fit = judged.flatMap(({ found: one, verdict }) => (one && !verdict.refusal ? [one] : []));
      return {
        rows: judged.map(({ number, found: one, verdict }) => ({ number, device: one?.device ?? null, ...verdict })),
        witness_signs: scraps(step) && (await takesTwo(fit, ctx)),
      };
    },
    summary: async (_, { db, operator }) => {
      const counts = await sql<{ stock_status: 1; count: number }>`
        select stock_status, count(*)::int as count from device where retired_time is null and device_state <> 'scrapped'
        group by stock_status order by stock_status`.execute(db);
      const apart = await sql<Record<'maintenance' | 'scrapped' | 'lost' | 'overdue' | 'incoming', number>>`
        select count(*) filter (where device_state = 'maintenance')::int as maintenance,
          count(*) filter (where device_state = 'scrapped')::int as scrapped, count(*) filter (where lost)::int as lost,
          count(*) filter (where stock_status = 3
            and issue_time < now() - make_interval(days => ${receiveDays()}))::int as overdue,
          (select count(*)::int from issued_to(${operator.id})) as incoming
        from device where retired_time is null`.execute(db);
      return { counts: counts.rows, ...apart.rows[0]! };
    },
    incoming: async (_, { db, operator }) => {
      const { rows: found } = await sql<Record<string, unknown>>`
        select id, sn, device_name, device_type, org_name, issue_time, oper_name from issued_to(${operator.id})
        order by issue_time, id limit 500`.execute(db);
      return { rows: found as never };
    },
    people: async ({ keyword }, { db }) => ({ rows: await peopleNamed(keyword, db) }),
    replacements: async ({ number, keyword }, { db }) => {
      const { rows: found } = await sql<Record<string, unknown>>`
        select d.sn, d.device_name, t.device_type, d.stock_status, s.electric, ${distance} as distance
        from device scrapped join lock_state b on b.device_id = scrapped.id
          join device d on d.org_id = scrapped.org_id and d.id <> scrapped.id
          join device_type t on t.id = d.device_type_id join lock_state s on s.device_id = d.id
        where scrapped.sn = ${number} and ${mayReplace} and ${
          keyword === '' ? sql`true` : sql`(${matches(sql`d.sn`, keyword)} or ${matches(sql`d.device_name`, keyword)})`
        }
        order by distance, d.id limit 10`.execute(db);
      return { rows: found as never };
    },
    stock_in: take('stock_in'),
    preliminary_inspection: take('preliminary_inspection'),
    issue: take('issue'),
    receive: take('receive'),
    return: take('return'),
    end_of_use: take('end_of_use'),
    recycle: take('recycle'),
    final_inspection_passed: take('final_inspection_passed'),
    final_inspection_failed: take('final_inspection_failed'),
    scrap: take('scrap'),
    transfer: take('transfer'),
    report_lost: take('report_lost'),
    report_found: take('report_found'),
    to_maintenance: take('to_maintenance'),
    from_maintenance: take('from_maintenance'),
  });
};
