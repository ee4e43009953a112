import { assignments } from '@plomb/contract/batches/assignments';
import { type OpenedBy, type Opener, type OpenerCounts, openerAnswers } from '@plomb/contract/devices/openers';
import { errors } from '@plomb/contract/errors';
import { authorisations } from '@plomb/contract/friends/authorisations';
import { fill, type Text } from '@plomb/contract/kit/text';
import { orders } from '@plomb/contract/orders/orders';
import { physicalPermits } from '@plomb/contract/personal/physicalPermits';
import type { SetUp } from '@plomb/contract/session/session';
import { frozenAt, frozenFrom, type Holding } from '../../lock/frozen.ts';
import { bindingPeriods, mayOperate, openingsOf, type Right } from '../../lock/mayOperate.ts';
import { type Lock, type Moving, type RightIds, underWayFor } from '../../lock/operating.ts';
import type { Way } from '../../lock/ways.ts';
import type { AssignedRow, AuthorisedRow, CodeRow, KeyRow, PasswordRow, PersonRow } from './openers.queries.ts';

export interface Moment {
  operation: OpenedBy;
  lock: Lock;
  moving: readonly Moving[];
  /** the moment that is asked about; what is known of the lock is of now */
  at: number;
}
export type Verdict = Pick<Opener, 'answer' | 'clause' | 'why' | 'change'>;

/** The first of moments at which something changes. */
const first = (...times: (string | null)[]): string | null =>
  times.filter((time) => time !== null).sort((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;

const plain: Omit<Verdict, 'answer'> = { clause: null, why: null, change: null };
const nothing: Omit<Opener, 'what' | 'id' | 'name' | keyof Verdict> = {
  ...{ operator_id: null, login_name: '', org_name: '', roleName: '', orders: null, people: null },
  ...{ from_time: null, until_time: null, uses: null, by: '', sent: null, card: null },
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
  const facts = { right, grants, lock, underWay: underWay ?? null, at, approved: false };
  const verdict = mayOperate(operation, facts);
  /** what may be done now may not in a frozen period to come */
  const change = frozenFrom(bindingPeriods(operation, facts), at);
  if (verdict.answer === 'may') return { answer: 'may', ...plain, change };
  const { values } = verdict.answer === 'refused' ? verdict : { values: {} };
  const [zh, en] = [fill(errors[verdict.code].zh, values), fill(errors[verdict.code].en, values)];
  if (verdict.answer === 'approval')
    return {
      ...plain,
      change,
      answer: 'approval',
      clause: verdict.code === 'approvalNeeded' ? 'approval' : 'place',
      why: { zh, en },
    };
  return { answer: 'refused', clause: verdict.clause, why: { zh, en }, change: verdict.until };
};

/** Of whoever holds a role in one organisation: the lock is in their sight alike, and so are the frozen periods they may end. */
export const verdictOfRole = (moment: Moment, { grants, mayEnd }: Holding): Verdict =>
  verdictOf(moment, { by: 'organisation', sees: true, ends: mayEnd }, grants);

export const openerOfPerson = (row: Omit<PersonRow, 'role_id' | 'org_id'>, verdict: Verdict): Opener => ({
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

export const refusedAtDoor = (setUp: SetUp): Verdict => {
  const { zh, en } = errors[setUp === 'password' ? 'passwordSetUp' : 'secondFactorSetUp'];
  return { ...plain, answer: 'refused', why: { zh, en } };
};

export const openerOfKey = (moment: Moment, key: KeyRow, { grants: role, mayEnd }: Holding): Opener => {
  const grants = Date.parse(key.expire_time) > moment.at ? keyGrants(key, role) : new Set<string>();
  const verdict = key.set_up === null ? verdictOfRole(moment, { grants, mayEnd }) : refusedAtDoor(key.set_up);
  const { id, name, org_name, roleName, operator_id, by, expire_time } = key;
  return {
    ...{ ...nothing, what: 'key', id, name, org_name, roleName, operator_id, by, until_time: expire_time },
    ...verdict,
    change: verdict.answer === 'refused' ? verdict.change : first(verdict.change, expire_time),
  };
};

const buttonsOf = (operation: OpenedBy): ReadonlySet<string> =>
  new Set<string>([orders[operation].permit, assignments.order.permit, authorisations.order.permit]);

/** Of an organisation: of those there who hold the buttons; with `grants`: of one of its people, who holds these. */
export const openerOfAssigned = (moment: Moment, one: AssignedRow, grants?: ReadonlySet<string>): Opener => {
  const right = { by: 'assignment' as const, ended: false, sending: one.sending, orders: one.orders };
  const verdict = verdictOf(moment, right, grants ?? buttonsOf(moment.operation), { assignmentId: one.id });
  const byNobody = verdict.answer !== 'refused' && one.people === 0;
  return {
    ...{ ...nothing, what: 'assigned', id: one.id, name: one.org_name, org_name: one.org_name, orders: one.orders },
    ...{ people: one.people, from_time: one.create_time, by: one.oper_name },
    ...(byNobody ? verdictOf(moment, right, new Set(), { assignmentId: one.id }) : verdict),
  };
};

/** Whether an authorisation is in force at a moment; of one that others have to agree to nobody knows. */
export const isHeld = (
  one: Pick<AuthorisedRow, 'state' | 'from_time' | 'until_time' | 'due_time'>,
  at: number,
): boolean =>
  one.state === 'active' &&
  Date.parse(one.from_time) <= at &&
  [one.until_time, one.due_time].every((end) => end === null || Date.parse(end) > at);

/** Of an authorised person, whose times are those of the moment. */
export const openerOfAuthorised = (moment: Moment, one: AuthorisedRow): Opener => {
  const right = {
    by: 'authorisation' as const,
    orders: isHeld(one, moment.at) ? one.orders : null,
    openings: openingsOf(one),
    place: one.place,
  };
  const verdict = verdictOf(moment, right, new Set(one.grants), { authorisationId: one.id });
  const begins = one.state === 'active' && Date.parse(one.from_time) > moment.at;
  const change = begins
    ? one.from_time
    : verdict.answer === 'refused'
      ? verdict.change
      : first(verdict.change, one.until_time ?? one.due_time);
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
  ...ofCode(moment, one),
});
const ofCode = (moment: Moment, one: CodeRow): Pick<Opener, 'answer' | 'why' | 'change'> => {
  if (one.id === null && !one.unseen) return { answer: 'refused', why: null, change: null };
  return one.stale ? { answer: 'uncertain', why: null, change: null } : ofTyped(moment);
};

/** Of a password that stays: whoever typed it into the order knows it, and whom they told nobody knows. */
export const openerOfPassword = (moment: Moment, one: PasswordRow): Opener => ({
  ...{ ...nothing, what: 'password', id: one.id, operator_id: one.operator_id },
  ...{ name: one.oper_name, login_name: one.login_name, from_time: one.factory ? null : one.set_time },
  ...plain,
  ...(one.doubtful ? { answer: 'uncertain' as const } : ofTyped(moment)),
});

/** In a frozen period the lock opens by it all the same, and rings. */
const ofTyped = ({ lock, at }: Moment): Pick<Opener, 'answer' | 'why' | 'change'> => {
  const frozen = frozenAt(lock.frozen, at);
  return frozen
    ? { answer: 'against', why: codeFrozen, change: frozen.until }
    : { answer: 'may', why: null, change: frozenFrom(lock.frozen, at) };
};
const codeFrozen: Text = {
  zh: '封控期内，但锁不知封控，仍会开并告警',
  en: 'in a frozen period, but the lock knows none: it would open, and ring',
};

/** Those who may first. */
export const byAnswer = (one: Opener, other: Opener): number =>
  openerAnswers.indexOf(one.answer) - openerAnswers.indexOf(other.answer);

export const noneOf = (): OpenerCounts => ({
  ...{ may: 0, approval: 0, against: 0, uncertain: 0, refused: 0 },
});
export const countsOf = (all: readonly Opener[]): OpenerCounts => {
  const counts = noneOf();
  for (const { answer, card } of all) counts[answer] += card?.count ?? 1;
  return counts;
};

/** Whether a keyword means one of these: its words, or why not. */
export const isMeant = (words: readonly string[], keyword: string): boolean =>
  words.join(' ').normalize('NFKC').toLowerCase().includes(keyword.normalize('NFKC').toLowerCase());
export const wordsOf = (one: Opener): string[] => [
  ...[one.name, one.login_name, one.org_name, one.roleName, one.by, one.sent?.recipient ?? ''],
  ...(one.card ? [one.card.ic_no, one.card.card_no] : []),
  ...(one.why ? [one.why.zh, one.why.en] : []),
];

/** One that begins and ends by itself, judged by the decision of the moment. */
export const wayOf = (moment: Moment, opener: (moment: Moment) => Opener): Way => {
  const at = (time: number) => opener({ ...moment, at: time });
  const { what, name } = at(moment.at);
  return {
    ...{ what, name, at },
    answer: (time) => at(time).answer,
    times(after) {
      const { from_time, until_time, change } = at(after);
      return [from_time, until_time, change].flatMap((time) => (time === null ? [] : [Date.parse(time)]));
    },
  };
};

const DAY = 86_400_000;
const MOST_CHANGES = 20;
/** What begins and ends by itself in the day after a moment. */
export const changesOf = (after: number, ways: readonly Way[]) =>
  ways
    .flatMap((way) =>
      [...new Set(way.times(after))].flatMap((time) => {
        if (time <= after || time > after + DAY) return [];
        const { what, name } = way;
        const answer = way.answer(time);
        return way.answer(time - 1) === answer ? [] : [{ time: new Date(time).toISOString(), what, name, answer }];
      }),
    )
    .sort((one, other) => one.time.localeCompare(other.time))
    .slice(0, MOST_CHANGES);
