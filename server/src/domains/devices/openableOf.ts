import { assignments } from '@plomb/contract/batches/assignments';
import type { openable } from '@plomb/contract/devices/openable';
import type { Opener, OpenerKind } from '@plomb/contract/devices/openers';
import type { OutputOf } from '@plomb/contract/kit/call';
import type { Holding } from '../../lock/frozen.ts';
import type { Way } from '../../lock/ways.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Ctx } from '../../platform/serve.ts';
import {
  assignedTo,
  authorisedTo,
  codesTo,
  friendOf,
  type Key,
  keyInSight,
  keysOfPerson,
  type Person,
  passwordsTo,
  personInSight,
  type SeenPerson,
} from './openable.queries.ts';
import { MOST } from './openers.queries.ts';
import {
  keyGrants,
  type Moment,
  openerOfAssigned,
  openerOfAuthorised,
  openerOfCode,
  openerOfKey,
  openerOfPassword,
  openerOfPerson,
  refusedAtDoor,
  verdictOfRole,
} from './openers.ts';

type Told = OutputOf<typeof openable.list>;

/** A right to one lock. */
interface Given {
  device_id: number;
  device_org: number;
  opener(moment: Moment): Opener;
}
/** Of whom is asked, and what there is to be judged. */
export interface AskedOf extends Pick<Told, 'asked' | 'keys'> {
  given: readonly Given[];
  /** of these kinds there are more */
  cut: readonly OpenerKind[];
  /** what its role reaches: all locks of these organisations; null: none */
  role: { orgIds: readonly number[]; what: 'person' | 'key'; opener(moment: Moment): Opener } | null;
}

/** Which locks a card opens; null: the caller may not see cards. */
export type OpenedByCard = (
  id: number,
  ctx: Ctx,
) => Promise<{
  card: { ic_no: string; ic_name: string; card_no: string; org_name: string; usable: boolean };
  ways: readonly { device_id: number; device_org: number; way: Way }[];
  cut: boolean;
} | null>;

const nobodys: Pick<Told['asked'], 'owner' | 'login_name' | 'roleName'> = { owner: null, login_name: '', roleName: '' };

export const askedOfCard = async (
  { who, operation }: Asked,
  openedByCard: OpenedByCard,
  ctx: Ctx,
): Promise<AskedOf> => {
  const opened = await openedByCard(who, ctx);
  if (opened === null) throw new Refusal('noPermission');
  const { card, ways, cut } = opened;
  const numbers = [card.card_no, card.ic_no].filter(Boolean).join(' · ');
  const asked = {
    ...{ ...nobodys, name: card.ic_name || numbers, login_name: card.ic_name && numbers },
    ...{ org_name: card.org_name, seen: true, ended: !card.usable },
  };
  return {
    ...{ asked, keys: [], role: null, cut: cut ? ['card'] : [] },
    // a card opens, and seals nothing
    given: operation === 'unseal' ? ways.map(({ way, ...of }) => ({ ...of, opener: ({ at }) => way.at(at) })) : [],
  };
};

interface Asked {
  who: number;
  operation: Moment['operation'];
  at: number;
}

/** Periods of the organisations in somebody's sight are theirs to end. */
const endedIn =
  (orgIds: readonly number[]): Holding['mayEnd'] =>
  ({ org_id }) =>
    orgIds.includes(org_id);

export const askedOfKey = async (question: Asked, ctx: Ctx): Promise<AskedOf> => {
  const key = await keyInSight(question.who, question.at, ctx);
  const owner = key && (await personInSight(key.operator_id, ctx));
  if (!owner) throw new Refusal('notFound');
  const isEnded = key.ended || !owner.enabled;
  const asked = {
    ...{ ...nobodys, name: key.name, org_name: owner.org_name, roleName: owner.roleName },
    ...{ owner: { id: owner.id, name: key.by }, seen: true, ended: isEnded },
  };
  if (isEnded) return { asked, keys: [], given: [], cut: [], role: null };
  const grants = new Set(owner.grants);
  return {
    ...{ asked, keys: [], ...(await givenTo(owner, { ...question, owner, key }, ctx)) },
    role: {
      ...{ orgIds: owner.orgIds, what: 'key' },
      opener: (moment) => openerOfKey(moment, { ...key, login_name: '' }, { grants, mayEnd: endedIn(owner.orgIds) }),
    },
  };
};

export const askedOfPerson = async (question: Asked, ctx: Ctx): Promise<AskedOf> => {
  const { who, operation, at } = question;
  const seen = await personInSight(who, ctx);
  const person = seen ?? (await friendOf(who, ctx)) ?? (await holderInSight(who, ctx));
  if (!person) throw new Refusal('notFound');
  const { id, name, login_name, org_name } = person;
  const told = { name, login_name, org_name };
  const given = await givenTo(person, { ...question, owner: seen, key: null }, ctx);
  if (!seen) return { asked: { ...nobodys, ...told, seen: false, ended: false }, keys: [], ...given, role: null };
  const { roleName, enabled, orgIds } = seen;
  const grants = new Set(seen.grants);
  return {
    ...given,
    asked: { ...nobodys, ...told, roleName, seen: true, ended: !enabled },
    keys: await keysOfPerson(who, operation, at, ctx),
    role: enabled
      ? {
          ...{ orgIds, what: 'person' },
          opener: (moment) =>
            openerOfPerson({ ...told, id, roleName }, verdictOfRole(moment, { grants, mayEnd: endedIn(orgIds) })),
        }
      : null,
  };
};

/** Somebody of another organisation who was authorised to order a device in sight: the list of who can open that names it, too. */
const holderInSight = async (id: number, ctx: Ctx): Promise<Person | null> => {
  const [one] = await authorisedTo(id, ctx);
  if (!one) return null;
  return { id, name: one.holder_name, login_name: one.holder_login, org_name: one.holder_org, org_id: null };
};

/**
 * Rights to single locks. Locks out of the caller's sight are told where they were authorised to the caller, and where they were
 * distributed to an organisation in sight and the caller may see that.
 */
const givenTo = async (
  person: Person,
  { operation, owner, key }: Pick<Asked, 'operation'> & { owner: SeenPerson | null; key: Key | null },
  ctx: Ctx,
): Promise<Pick<AskedOf, 'given' | 'cut'>> => {
  // whoever does not see a lock seals and unseals it, and lets nobody else
  if (operation !== 'unseal' && operation !== 'seal') return { given: [], cut: [] };
  const cut: OpenerKind[] = [];
  const of = <Row extends { device_id: number; device_org: number }>(
    kind: OpenerKind,
    rows: readonly Row[],
    opener: (row: Row, moment: Moment) => Opener,
  ): Given[] => {
    if (rows.length === MOST) cut.push(kind);
    return rows.map((row) => ({
      ...{ device_id: row.device_id, device_org: row.device_org },
      opener: (moment) => opener(row, moment),
    }));
  };
  const role = owner && new Set(owner.grants);
  const grants = role && key ? keyGrants(key, role) : role;
  const atDoor = key?.set_up ? refusedAtDoor(key.set_up) : {};
  // a key was shown nothing: its owner was
  const codes = operation === 'unseal' && !key ? await codesTo(person.id, ctx) : [];
  const passwords = operation === 'unseal' && !key ? await passwordsTo(person.id, ctx) : [];
  const isSeen = owner !== null;
  const isIdle = isSeen && !owner.enabled;
  const beyond = isSeen && ctx.operator.grants.has(assignments.list.permit);
  const given = [
    ...of('code', codes, (row, moment) => openerOfCode(moment, row)),
    ...of('password', passwords, (row, moment) => openerOfPassword(moment, row)),
    ...of('authorised', await authorisedTo(person.id, ctx), (row, moment) => ({
      ...openerOfAuthorised(moment, key && grants ? { ...row, grants: [...grants] } : row),
      ...atDoor,
    })),
    ...of('assigned', isIdle ? [] : await assignedTo(person, operation, { isSeen, beyond }, ctx), (row, moment) => ({
      ...openerOfAssigned(moment, row, grants ?? undefined),
      ...atDoor,
    })),
  ];
  return { given, cut };
};
