import { assignments } from '@plomb/contract/batches/assignments';
import type { Opener, OpenerAnswer, OpenerCounts } from '@plomb/contract/devices/openers';
import { errors } from '@plomb/contract/errors';
import { authorisations } from '@plomb/contract/friends/authorisations';
import { fill } from '@plomb/contract/kit/text';
import { orders } from '@plomb/contract/orders/orders';
import { physicalPermits } from '@plomb/contract/personal/physicalPermits';
import { mayOperate, openingsOf, type Right } from '../../lock/mayOperate.ts';
import { type Lock, type Moving, type RightIds, underWayFor } from '../../lock/operating.ts';
import type { AssignedRow, AuthorisedRow, CodeRow, KeyRow, PersonRow } from './openers.queries.ts';

export type OpenedBy = 'unseal' | 'seal';
export interface Moment {
  operation: OpenedBy;
  lock: Lock;
  moving: readonly Moving[];
  /** the moment that is asked about; what is known of the lock is of now */
  at: number;
}
export type Verdict = Pick<Opener, 'answer' | 'clause' | 'why' | 'change'>;

const plain: Omit<Verdict, 'answer'> = { clause: null, why: null, change: null };
const nothing: Omit<Opener, 'what' | 'id' | 'name' | keyof Verdict> = {
  ...{ operator_id: null, login_name: '', org_name: '', roleName: '', orders: null, people: null },
  ...{ from_time: null, until_time: null, uses: null, by: '', sent: null },
};

/** The decision that an order meets, at a moment: an order that is out by then stands in its way no more. */
const verdictOf = (
  { operation, lock, moving, at }: Moment,
  right: Right,
  grants: ReadonlySet<string>,
  by: RightIds = {},
): Verdict => {
  const underWay = moving
    .map((one) => underWayFor(one, by))
    .find((one) => one !== null && !(one.what === 'sent' && Date.parse(one.until) <= at));
  const verdict = mayOperate(operation, { right, grants, lock, underWay: underWay ?? null, approved: false });
  if (verdict.answer === 'may') return { answer: 'may', ...plain };
  const { values } = verdict.answer === 'refused' ? verdict : { values: {} };
  const [zh, en] = [fill(errors[verdict.code].zh, values), fill(errors[verdict.code].en, values)];
  if (verdict.answer === 'approval') return { ...plain, answer: 'approval', why: { zh, en } };
  return { answer: 'refused', clause: verdict.clause, why: { zh, en }, change: verdict.until };
};

const inSight: Right = { by: 'organisation', sees: true };
/** Of everybody who holds a role, for the lock is in their sight alike. */
export const verdictOfRole = (moment: Moment, grants: ReadonlySet<string>): Verdict =>
  verdictOf(moment, inSight, grants);

export const openerOfPerson = (row: Omit<PersonRow, 'role_id'>, verdict: Verdict): Opener => ({
  ...nothing,
  ...row,
  what: 'person',
  operator_id: row.id,
  ...verdict,
});

/** What both a key and its owner's role allow, as at the door. */
export const keyGrants = (
  { scope, physical }: Pick<KeyRow, 'scope' | 'physical'>,
  role: ReadonlySet<string>,
): ReadonlySet<string> =>
  new Set(scope.filter((permit) => role.has(permit) && (physical || !physicalPermits.has(permit))));

export const openerOfKey = (moment: Moment, key: KeyRow, role: ReadonlySet<string>): Opener => {
  const grants = Date.parse(key.expire_time) > moment.at ? keyGrants(key, role) : new Set<string>();
  const verdict = verdictOfRole(moment, grants);
  const { id, name, org_name, roleName, operator_id, by, expire_time } = key;
  return {
    ...{ ...nothing, what: 'key', id, name, org_name, roleName, operator_id, by, until_time: expire_time },
    ...verdict,
    change: verdict.answer === 'refused' ? verdict.change : expire_time,
  };
};

const buttonsOf = (operation: OpenedBy): ReadonlySet<string> =>
  new Set<string>([orders[operation].permit, assignments.order.permit, authorisations.order.permit]);

/** Of an organisation: of those there who hold the buttons. */
export const openerOfAssigned = (moment: Moment, one: AssignedRow): Opener => {
  const right = { by: 'assignment' as const, ended: false, sending: one.sending, orders: one.orders };
  const verdict = verdictOf(moment, right, buttonsOf(moment.operation), { assignmentId: one.id });
  const byNobody = verdict.answer !== 'refused' && one.people === 0;
  return {
    ...{ ...nothing, what: 'assigned', id: one.id, name: one.org_name, org_name: one.org_name, orders: one.orders },
    ...{ people: one.people, from_time: one.create_time, by: one.oper_name },
    ...(byNobody ? verdictOf(moment, right, new Set(), { assignmentId: one.id }) : verdict),
  };
};

/** Of an authorised person, whose times are those of the moment. */
export const openerOfAuthorised = (moment: Moment, one: AuthorisedRow): Opener => {
  const [from, until] = [Date.parse(one.from_time), one.until_time === null ? null : Date.parse(one.until_time)];
  const isInForce = from <= moment.at && (until === null || until > moment.at);
  const right = {
    by: 'authorisation' as const,
    orders: isInForce ? one.orders : null,
    openings: openingsOf(one),
    place: one.place,
  };
  const verdict = verdictOf(moment, right, new Set(one.grants), { authorisationId: one.id });
  const change = from > moment.at ? one.from_time : verdict.answer === 'refused' ? verdict.change : one.until_time;
  return {
    ...{ ...nothing, what: 'authorised', id: one.id, operator_id: one.holder_id, name: one.holder_name },
    ...{ login_name: one.holder_login, org_name: one.holder_org, orders: one.orders },
    ...{ from_time: one.from_time, until_time: one.until_time },
    uses: one.max_uses === null ? null : { max: one.max_uses, used: one.proved },
    by: [one.first_name, one.second_name].filter(Boolean).join(' · '),
    ...verdict,
    change,
  };
};

/** Of whoever was shown the password in force: it is the lock that opens, whatever anybody may order. */
export const openerOfCode = (moment: Moment, one: CodeRow): Opener => ({
  ...{ ...nothing, what: 'code', id: one.id ?? moment.lock.id, name: one.sent_name || one.oper_name },
  from_time: one.disclose_time ?? one.told_time,
  until_time: one.until_time,
  by: one.sent_name === '' ? '' : one.oper_name,
  sent: one.channel && { channel: one.channel, recipient: one.recipient, state: one.state },
  ...plain,
  answer: one.id === null ? 'refused' : one.stale ? 'uncertain' : 'may',
});

const answers: readonly OpenerAnswer[] = ['may', 'approval', 'uncertain', 'refused'];
/** Those who may first. */
export const byAnswer = (one: Opener, other: Opener): number =>
  answers.indexOf(one.answer) - answers.indexOf(other.answer);

export const noneOf = (): OpenerCounts => ({ may: 0, approval: 0, uncertain: 0, refused: 0 });
export const countsOf = (all: readonly Opener[]): OpenerCounts => {
  const counts = noneOf();
  for (const { answer } of all) counts[answer]++;
  return counts;
};

/** Whether a keyword means one of these: its words, or why not. */
export const isMeant = (words: readonly string[], keyword: string): boolean =>
  words.join(' ').normalize('NFKC').toLowerCase().includes(keyword.normalize('NFKC').toLowerCase());
export const wordsOf = (one: Opener): string[] => [
  ...[one.name, one.login_name, one.org_name, one.roleName, one.by, one.sent?.recipient ?? ''],
  ...(one.why ? [one.why.zh, one.why.en] : []),
];

const DAY = 86_400_000;
const MOST_CHANGES = 20;
/** What begins and ends by itself in the day after a moment, by the decision of that very time. */
export const changesOf = (moment: Moment, openers: readonly ((moment: Moment) => Opener)[]) =>
  openers
    .flatMap((opener) => {
      const { what, name, from_time, until_time, change } = opener(moment);
      return [...new Set([from_time, until_time, change])].flatMap((time) => {
        const then = time === null ? 0 : Date.parse(time);
        if (time === null || then <= moment.at || then > moment.at + DAY) return [];
        const [before, after] = [then - 1, then].map((at) => opener({ ...moment, at }).answer);
        return before === after ? [] : [{ time, what, name, begins: after !== 'refused' }];
      });
    })
    .sort((one, other) => one.time.localeCompare(other.time))
    .slice(0, MOST_CHANGES);
