import { approvalOrders } from '@plomb/contract/approvals/approvals';
import { LockStatus } from '@plomb/contract/lock/codes';
import type { Command } from '@plomb/contract/lock/command';
import { factoryPassword } from '@plomb/contract/lock/identity';
import { type CommandKind, movesMetal } from '@plomb/contract/lock/orderKinds';
import type { CommandQueue, CommandReply, Instruction, OutboundCommand } from '@plomb/gateway/kit/ports';
import type { Pool } from 'pg';
import { ANSWER_WINDOW } from '../../lock/operating.ts';
import { operatorSql } from '../../platform/access.ts';
import { becomes, becomesEither, happens, isReset } from './lifeCycle.ts';
import type { Passwords } from './passwords.ts';
import { isHeldBack } from './waitsFor.ts';

interface Claimed {
  id: number;
  device_id: number;
  kind: CommandKind;
  args: unknown;
  state: 'sent' | 'cancelled' | 'uncertain';
  order_user: string;
  order_password: 'static' | 'dynamic' | null;
  /** the lock's one-time password, where the order carries it */
  sealed: Buffer | null;
  /** the password that stays, as it was set from here or typed; null = the factory's */
  in_force: Buffer | null;
  /** the password an order sets */
  to_set: Buffer | null;
  /** what is left of its time by the database's clock, ms: this process's may go otherwise */
  left: number;
}

type Opening = Pick<Passwords, 'open' | 'openStatic'>;

/** Null: a password it carries was sealed with a secret that is lost. */
const instructionOf = (row: Claimed, passwords: Opening): Instruction | null => {
  const { kind, device_id, order_user: user, order_password: by, in_force, to_set } = row;
  const held = () => (in_force ? passwords.openStatic(device_id, in_force) : factoryPassword);
  if (kind === 'seal') return { kind, user };
  if (kind === 'unseal') {
    if (by === null) return { kind, user, password: null };
    const text = by === 'static' ? held() : row.sealed && passwords.open(device_id, row.sealed);
    return text ? { kind, user, password: { by, text } } : null;
  }
  if (kind !== 'set_unlock_password') return { kind, args: row.args } as Instruction;
  const [password, old] = [to_set && passwords.openStatic(device_id, to_set), held()];
  return password && old ? { kind, password, old } : null;
};

/** A lock shows who ordered it in plain ASCII; a login name is that, a person's name often is not. */
const asciiSql = (name: string): string =>
  `coalesce(nullif(left(regexp_replace(${name}, '[^ -~]', '', 'g'), 20), ''), 'operator')`;

/** It gives a card that has been disabled or deleted since, while another process held the order and it was not taken back. */
const givesUnusableCard = (order: string): string =>
  `${order}.kind = 'add_cards' and exists (select from ic_card i
     where i.ic_no = any(array(select jsonb_array_elements_text(${order}.args -> 'cards')))
       and (i.status = 2 or i.removing_time is not null) and ${order}.org_id in (select card_orgs(i.id)))`;

/** What a second person has to approve by now, and nobody has: the rule is younger than the order. */
const isApproved = (order: string): string =>
  `case when ${order}.approval_id is null and ${order}.kind in (${approvalOrders.map((kind) => `'${kind}'`).join(', ')})
    then ${order}.kind <> all (approval_kinds(${order}.org_id)) else true end`;

/**
 * Takes the oldest waiting command, what moves metal before all settings. A setting goes only when none is out, for one that
 * is silent may go again and must not come behind what was given after it, and what a factory reset undoes never before an older one.
 *
 * Whoever gave it must still be able to give it: an operator disabled meanwhile, or one that lost the button or the
 * organisation, has its order cancelled instead of delivered, so has whoever gave it by a key that is revoked or has run out,
 * or alone what takes a second person by now, and so has everybody whose lock was switched off, or reported lost where the order opens it, or whose card was disabled. A factory reset is not delivered to a lock that was
 * sealed while it waited, and to one that has just come only when a report of it is judged: that may say so. An unseal that
 * needs the lock's one-time password waits until the lock has told it. Of two passwords that stay, of which nobody knows
 * which is in force, it carries the one that was not refused last. Only the gateway that has the lock's connection takes any:
 * another's would go to a lock that is not there any more. What the order carries is kept with it: the deed it causes names
 * the same user, or comes by the same password.
 *
 * It has a name, so that a connection plans it once: planning takes twice as long as the rest.
 */
const claim = {
  name: 'orders-claim',
  text: `
  with owner as materialized (
    select 1 from device_connection where device_id = $1 and gateway = $2 and epoch = $3 and connected for share),
  next as materialized (
    select c.id, c.device_id, c.operator_id, c.org_id, c.kind, c.args, c.assignment_id, c.authorisation_id, c.approval_id,
      case when c.create_time <= s.exchange_time then 'exchanged'
        when not is_handed(d, c) then 'unusable'
        when c.kind = 'factory_reset' and s.lock_status = ${LockStatus.sealedLocked} then 'sealed'
        when ${givesUnusableCard('c')} then 'cardUnusable'
        else order_barred(c) end as unfit,
      c.api_key_id is null or exists (
        select from api_key k where k.id = c.api_key_id and k.revoke_time is null and k.expire_time > now()) as keyed,
      case when c.kind = 'unseal' then case t.unseal_password when 'dynamic' then 'dynamic' when 'factory' then 'static' end
        end as password,
      case when c.kind = 'unseal' and t.unseal_password = 'dynamic' then p.sealed end as sealed,
      coalesce(w.old_sealed, f.sealed) as in_force, w.sealed as to_set,
      case when c.kind = 'unseal' and t.unseal_password = 'factory' or c.kind = 'set_unlock_password' and w.old_sealed is null
        then f.id end as password_id
     from command c join device d on d.id = c.device_id join device_type t on t.id = d.device_type_id
       join lock_state s on s.device_id = d.id
       left join unlock_password p on p.device_id = c.device_id and p.end_time is null
       left join lateral (select i.id, i.sealed from static_password i where i.device_id = c.device_id
         and i.state in ('current', 'uncertain') order by i.refused_time nulls first, i.state = 'uncertain' limit 1) f on true
       left join static_password w on w.command_id = c.id
     where exists (select from owner) and c.device_id = $1 and c.state = 'queued' and c.expire_time > now()
       and (c.physical or not $4 and not exists (
         select from command o where o.device_id = c.device_id and not o.physical and (o.state = 'sent'
           or o.state = 'queued' and o.kind = 'factory_reset' and c.${isReset} and o.id < c.id and o.expire_time > now())))
       and not ${isHeldBack('c')}
     order by c.physical desc, c.id limit 1 for update of c skip locked),
  able as (${operatorSql('select operator_id from next')}),
  judged as (
    select next.*, case when next.unfit is not null then next.unfit when able.id is null then 'right' end as cause
    from next left join able on able.id = next.operator_id and next.keyed
      and (next.org_id = any(able.org_ids) or 'assignment:order' = any(able.grants) and exists (
        select from device_assignment a where a.id = next.assignment_id and a.device_id = next.device_id
          and a.org_id = next.org_id and a.to_org_id = able.org_id and a.sending and a.end_time is null
          and (a.orders = 'unseal' or a.orders = next.kind))
        or 'authorisation:order' = any(able.grants) and exists (
        select from authorisation a join authorisation_device x on x.authorisation_id = a.id and x.device_id = next.device_id
         where a.id = next.authorisation_id and a.holder_id = able.id and a.state = 'active' and x.end_time is null
          and a.from_time <= now() and (a.until_time is null or a.until_time > now())
          and (a.orders = 'unseal' or a.orders = next.kind)))
      and 'map:' || next.kind = any(able.grants) and ${isApproved('next')})
  update command c set
    ${becomesEither('next.cause is null', 'claim', 'cancel')},
    cause = next.cause,
    sent_time = case when next.cause is null then now() else c.sent_time end,
    attempt = c.attempt + (next.cause is null)::int,
    order_user = ${asciiSql('o.login_name')}, order_password = next.password, password_id = next.password_id,
    gateway = $2
  from judged next join operator o on o.id = next.operator_id
  where c.id = next.id and c.state = 'queued'
  returning c.id, c.device_id, c.kind, c.args, c.state, c.order_user, c.order_password, next.sealed,
    extract(epoch from c.expire_time - clock_timestamp())::float8 * 1000 as left,
    next.in_force, next.to_set`,
};

export interface QueueOptions {
  /** id of the process */
  gateway: string;
  /** the epoch under which this gateway has the device's connection; null = it has not */
  owned(deviceId: number): Promise<number | null>;
  passwords: Opening;
  /** a command changed */
  touched(commandId: number): void;
  /** what an answer told is of the present of its lock too */
  deviceTouched(deviceId: number): void;
  onHint: CommandQueue['onHint'];
  now?: () => number;
}

/** An order that this process got hold of and slept over is not written any more: by now somebody may have decided about it. */
const FRESH_MS = 10_000;

/**
 * The commands of the database as the gateway sees them. A claim marks the command as sent before a byte leaves: if the
 * process dies in between, the command ends as uncertain and a person decides. What moves metal is never queued again.
 */
export const openQueue = (
  platform: Pool,
  { gateway, owned, passwords, touched, deviceTouched, onHint, now = Date.now }: QueueOptions,
): CommandQueue => {
  const change = changing(platform, touched);
  /** What was sent before was sent. */
  const notSent = (id: number, event: 'notSentExpired' | 'notSentUnsupported', cause: Command['cause']) =>
    change(
      `update command set ${becomes(event)}, cause = coalesce($2, cause), attempt = attempt - 1,
         sent_time = case when attempt > 1 then sent_time end
       where id = $1 and ${happens(event)} returning id`,
      [id, cause],
    );

  return {
    onHint,
    async waiting() {
      const { rows } = await platform.query<{ device_id: number }>(
        "select distinct device_id from command where state = 'queued' and expire_time > now()",
      );
      return rows.map((row) => row.device_id);
    },

    async claim(deviceId, physicalOnly = false): Promise<OutboundCommand | null> {
      const epoch = await owned(deviceId);
      if (epoch === null) return null;
      const asked = now();
      const { rows } = await platform.query<Claimed>({ ...claim, values: [deviceId, gateway, epoch, physicalOnly] });
      const row = rows[0];
      if (!row) return null;
      touched(row.id);
      const instruction = row.state === 'sent' ? instructionOf(row, passwords) : null;
      if (row.state === 'sent' && instruction === null)
        await notSent(
          row.id,
          'notSentUnsupported',
          row.order_password === 'dynamic' ? 'passwordUnknown' : 'passwordLost',
        );
      // The next in the queue may be somebody's who still may.
      if (instruction === null) return this.claim(deviceId, physicalOnly);
      return {
        id: row.id,
        deviceId,
        instruction,
        physical: movesMetal(row.kind),
        expiresAt: asked + Math.min(row.left, FRESH_MS),
      };
    },

    async sent(commandId, serial) {
      // it was sent when it was claimed: this may be told long after, and a deed is held against the true time
      const { rowCount } = await platform.query({ ...sent, values: [commandId, serial] });
      if (rowCount) touched(commandId);
    },

    notSent: (commandId, cause) =>
      cause === 'expired'
        ? notSent(commandId, 'notSentExpired', null)
        : notSent(commandId, 'notSentUnsupported', cause),

    uncertain: (commandId) => change(`${silence} and id = $1 returning id`, [commandId]),

    async answered(commandId, reply: CommandReply) {
      // a late answer still counts, also to an earlier sending; one for a command that was answered, or was never sent,
      // finds nothing and changes nothing
      const isOk = reply.result === 'ok';
      const { rows } = await platform.query<{ device_id: number; kind: CommandKind }>({
        ...(isOk ? answers.ok : answers.fail),
        values: [commandId, isOk ? null : reply.cause, reply.told ? JSON.stringify(reply.told) : null],
      });
      for (const { device_id, kind } of rows) {
        touched(commandId);
        if (tellsIntervals.has(kind)) deviceTouched(device_id);
      }
    },
  };
};

const sent = {
  name: 'orders-sent',
  text: "update command set serial = $2 where id = $1 and state in ('sent', 'uncertain')",
};
const answer = (event: 'answerOk' | 'answerFail') => ({
  name: `orders-${event}`,
  text: `update command set ${becomes(event)}, cause = $2, result = $3, answer_time = now()
    where id = $1 and ${happens(event)} returning device_id, kind`,
});
const answers = { ok: answer('answerOk'), fail: answer('answerFail') };

/** Kinds whose answer says how often the lock reports and wakes. */
const tellsIntervals: ReadonlySet<CommandKind> = new Set(['set_intervals', 'query_parameters', 'factory_reset']);

/** What is sent again waits as if it had not been sent. */
const silence = `update command set ${becomes('silence')} where ${happens('silence')}`;

const changing =
  (platform: Pool, touched: (commandId: number) => void) =>
  async (sql: string, values: unknown[]): Promise<void> => {
    const { rows } = await platform.query<{ id: number }>(sql, values);
    for (const { id } of rows) touched(id);
  };

/** What time alone changes: orders past their expiry, and those sent into silence. */
export const sweepOrders = async (platform: Pool, touched: (commandId: number) => void): Promise<void> => {
  const change = changing(platform, touched);
  // to plan what says why costs more of each second than to see that nothing has expired
  const expired = `${happens('expire')} and expire_time <= now()`;
  const { rowCount } = await platform.query(`select from command where ${expired} limit 1`);
  if (rowCount !== 0)
    await change(
      `update command c set ${becomes('expire')},
       cause = case when c.kind = 'unseal' and exists (
         select from device d join device_type t on t.id = d.device_type_id where d.id = c.device_id
           and t.unseal_password = 'dynamic'
           and not exists (select from unlock_password p where p.device_id = d.id and p.end_time is null))
         then 'passwordUnknown' end
     where ${expired} returning id`,
      [],
    );
  // silent in words, but the lock was seen to move as ordered: that is an answer
  await change(
    `update command set state = 'answered_ok', finish_time = now(), answer_time = evidence_time
     where state = 'sent' and evidence = 'confirmed' and sent_time < now() - make_interval(secs => $1) returning id`,
    [ANSWER_WINDOW],
  );
  await change(
    `${silence} and evidence is distinct from 'confirmed' and sent_time < now() - make_interval(secs => $1) returning id`,
    [ANSWER_WINDOW],
  );
};

/** What waits of somebody who is disabled, by an API key that is over, or with a card that is, will never be sent, and says so without being asked for. */
export const takeBackOfDisabled = (platform: Pool, touched: (commandId: number) => void): Promise<void> =>
  changing(platform, touched)(
    `update command c set state = taken_back(c), cause = n.cause,
       finish_time = case when taken_back(c) = 'cancelled' then now() end
     from (select c.id, case when exists (select from operator o where o.id = c.operator_id and o.status = 2)
           or exists (select from api_key k where k.id = c.api_key_id and (k.revoke_time is not null or k.expire_time <= now()))
             then 'right'
           when ${givesUnusableCard('c')} then 'cardUnusable' end as cause
         from command c where c.state = 'queued') n
     where c.id = n.id and n.cause is not null and c.state = 'queued' returning c.id`,
    [],
  );
