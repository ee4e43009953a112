import { createHash, randomBytes } from 'node:crypto';
import type { SetUp } from '@plomb/contract/session/session';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { AddressLimit } from './addressLimit.ts';

/** Who makes a request: an operator with what it may do and see at this moment. */
export interface SessionOperator {
  id: number;
  operName: string;
  loginName: string;
  orgId: number;
  orgName: string;
  roleId: number;
  /** its organisation and all below it */
  orgIds: readonly number[];
  /** granted buttons as `menu:button` */
  grants: ReadonlySet<string>;
  /** changes whenever the role's menus or buttons, or the menus themselves, do */
  rights: string;
  /** what it has to do before anything else */
  setUp: SetUp | null;
  /** until when its session only looks, whether anybody sits there or not: the wall of a control room; null: it is a person's */
  wallUntil: string | null;
  /** the API key it comes by; null: it sits at a session */
  apiKey: { id: number; name: string } | null;
}

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Right and scope are read again after this long, so a change takes effect on every process within it. */
const FRESH_MS = 2000;
/** Sessions that are remembered; of more, the one used longest ago is asked for like a new one. */
const KEPT = 20_000;
/** `seen_time` is written at most this often a session. */
const TOUCH_MS = 60_000;

/** What a role permits now, as `menu:button`: the buttons it holds in the menus that it holds too and that are switched on. */
export const grantsSql = (role: string): string => `
  array(select m.menu_code || ':' || b.btn_code
          from role_button rb join button b on b.id = rb.button_id join menu m on m.id = b.menu_id
          join role_menu rm on rm.role_id = rb.role_id and rm.menu_id = m.id
          join menu_enabled e on e.id = m.id
         where rb.role_id = ${role})`;

/**
 * Operators that may act now, with what they may do and see. `who` selects `operator_id` and whatever else is asked for;
 * disabled operators, and those of a disabled organisation, are left out.
 */
export const operatorSql = (who: string): string => `
  with recursive
  who as (${who}),
  s as (
    select o.id, o.oper_name, o.login_name, o.org_id, o.role_id, g.org_name, who.*,
      set_up_of(o.id) as set_up
      from who join operator o on o.id = who.operator_id join organisation g on g.id = o.org_id
     where o.status = 1 and organisation_enabled(g.id)),
  below as (
    select org_id as id from s union
    select c.id from organisation c join below b on c.parent_id = b.id)
  select s.*, array(select id from below order by id) as org_ids,
    ${grantsSql('s.role_id')} as grants,
    md5(concat(s.role_id, (select string_agg(menu_id::text, ',' order by menu_id) from role_menu where role_id = s.role_id),
      ';', (select string_agg(button_id::text, ',' order by button_id) from role_button where role_id = s.role_id),
      ';', (select string_agg(menu::text, ',' order by id) from menu))) as rights
    from s`;

export interface FoundOperator {
  id: number;
  oper_name: string;
  login_name: string;
  org_id: number;
  org_name: string;
  role_id: number;
  org_ids: number[];
  grants: string[];
  rights: string;
  set_up: SetUp | null;
  /** of a session of a wall */
  wall_until?: string | null;
}

export const operatorFrom = (row: FoundOperator): SessionOperator => ({
  id: row.id,
  operName: row.oper_name,
  loginName: row.login_name,
  orgId: row.org_id,
  orgName: row.org_name,
  roleId: row.role_id,
  orgIds: row.org_ids,
  grants: new Set(row.grants),
  rights: row.rights,
  setUp: row.set_up,
  wallUntil: row.wall_until ?? null,
  apiKey: null,
});

/** Which sessions have not run out: nobody touches a wall, so it ends by its days alone. */
export const sessionLives = (idleSeconds: string, maxSeconds: string, wallDays: string): string => `
  case when wall then create_time > now() - make_interval(days => ${wallDays})
    else seen_time > now() - make_interval(secs => ${idleSeconds}) and create_time > now() - make_interval(secs => ${maxSeconds}) end`;

const find = operatorSql(`
    select operator_id, seen_time,
        case when wall then to_char((create_time + make_interval(days => $4)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as wall_until
      from session
     where token_hash = $1 and end_time is null and ${sessionLives('$2', '$3', '$4')}`);

interface Found {
  operator: SessionOperator;
  /** when the session was last noted as used */
  seen: number;
}

export interface Access {
  /** the operator behind a token, or null: unknown, ended, expired, disabled; its session has been used */
  operatorOf(token: string, address: string): Promise<SessionOperator | null>;
  /** the same for what goes on by itself while nobody sits there: it does not keep a session from ending */
  look(token: string, address: string): Promise<SessionOperator | null>;
  /** a session begins with this token: asking for it is no guess */
  issued(token: string): void;
  /** look everybody up anew: somebody's session, rights or duties changed */
  forget(): void;
}

/** Sessions are opaque tokens; the answer is remembered for a moment, so that a busy console costs one query a while. */
export const openAccess = (
  { platform, callers }: { platform: Pool; callers: Pool },
  /** what one address may ask for in vain */
  guesses: AddressLimit,
  limits: { idleSeconds: number; maxSeconds: number; wallDays: number },
  now: () => number = Date.now,
): Access => {
  interface Entry {
    found: Promise<Found | null>;
    until: number;
  }
  // what is no longer fresh stays: it tells a session that was good from a guess
  const known = new LRUCache<string, Entry>({ max: KEPT });

  const load = async (token: string): Promise<Found | null> => {
    const { rows } = await callers.query<FoundOperator & { seen_time: Date }>(find, [
      hashOf(token),
      limits.idleSeconds,
      limits.maxSeconds,
      limits.wallDays,
    ]);
    const row = rows[0];
    return row ? { operator: operatorFrom(row), seen: row.seen_time.getTime() } : null;
  };

  /** whether anybody has such a token; who guesses is soon asked to wait */
  const guessed = async (token: string, address: string): Promise<Found | null> => {
    await guesses.claim(address);
    const found = await load(token);
    if (found) await guesses.giveBack(address);
    return found;
  };

  const remembered = (token: string, address: string): Promise<Found | null> => {
    const at = now();
    const held = known.get(token);
    if (held && held.until > at) return held.found;
    // a session that was good a moment ago is no guess: nobody beside it at its address spoils it
    const found = held ? load(token) : guessed(token, address);
    known.set(token, { found, until: at + FRESH_MS });
    found.then(
      (one) => one ?? known.delete(token), // guessed tokens are not worth remembering
      () => known.delete(token),
    );
    return found;
  };

  return {
    async operatorOf(token, address) {
      const found = await remembered(token, address);
      if (!found) return null;
      if (now() - found.seen > Math.min(TOUCH_MS, limits.idleSeconds * 250)) {
        found.seen = now();
        await platform.query('update session set seen_time = now() where token_hash = $1', [hashOf(token)]);
      }
      return found.operator;
    },
    issued(token) {
      known.set(token, { found: Promise.resolve(null), until: 0 });
    },
    look: async (token, address) => (await remembered(token, address))?.operator ?? null,
    forget() {
      for (const entry of known.values()) entry.until = 0;
    },
  };
};
