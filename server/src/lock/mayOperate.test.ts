import { frozenPeriods } from '@plomb/contract/approvals/frozenPeriods';
import { assignments } from '@plomb/contract/batches/assignments';
import { authorisations } from '@plomb/contract/friends/authorisations';
import { LockStatus } from '@plomb/contract/lock/codes';
import { abilities, type CommandKind, commandKinds, orderKinds } from '@plomb/contract/lock/orderKinds';
import { orders } from '@plomb/contract/orders/orders';
import { describe, expect, it } from 'vitest';
import { type Frozen, frozenAt, frozenFrom } from './frozen.ts';
import {
  bindingPeriods,
  type Clause,
  clauseNames,
  type Facts,
  inOrganisation,
  mayOperate,
  type Openings,
  type Operable,
  type Operation,
  openingsOf,
  PLACE_HOLDS,
  type PlaceInAreas,
  type Right,
} from './mayOperate.ts';

const lock = (change: Partial<Operable>): Operable => ({
  family: 'hhd',
  status: 1,
  out_of_use: null,
  lock_status: LockStatus.sealedLocked,
  electric: 80,
  fresh: true,
  password_known: true,
  approval_kinds: [],
  unseal_place: null,
  frozen: [],
  ...change,
});
const noon = Date.parse('2026-11-30T12:00:00.000Z');
const hour = (from: string, until: string, name = 'x'): Frozen => ({
  name,
  from_time: `2026-11-30T${from}:00.000Z`,
  until_time: `2026-11-30T${until}:00.000Z`,
  ...{ org_id: 2, above: [2, 1] },
});
const frozen = [hour('11:00', '13:00')];
const inSight: Right = { by: 'organisation', sees: true };
const every = new Set([...commandKinds.map((kind) => orders[kind].permit), orders.unlockPassword.permit]);
const facts = (change: Partial<Facts> = {}): Facts => ({
  right: inSight,
  grants: every,
  lock: lock({}),
  underWay: null,
  at: noon,
  approved: false,
  ...change,
});
const judged = (operation: Operation, change: Partial<Facts>): string | null => {
  const verdict = mayOperate(operation, facts(change));
  return verdict.answer === 'may' ? null : verdict.code;
};
const refusalToOperate = (kind: CommandKind, one: Operable) => judged(kind, { lock: one });
const { unsealedLocked, unsealedOpen, sealedLocked, abnormal, initial } = LockStatus;

describe('whether a lock may be operated', () => {
  it.each([
    ['unseal', 'hhd', sealedLocked, null],
    ['unseal', 'hhd', unsealedLocked, 'alreadyUnsealed'],
    ['unseal', 'hhd', unsealedOpen, 'alreadyOpen'],
    ['unseal', 'hhd', abnormal, null],
    ['unseal', 'hhd', initial, null],
    ['unseal', 'jt701', sealedLocked, null],
    ['unseal', 'jt701', unsealedLocked, null], // locked but not sealed: only an unlock order opens it
    ['unseal', 'jt701', unsealedOpen, 'alreadyOpen'],
    ['seal', 'hhd', sealedLocked, 'alreadySealed'],
    ['seal', 'hhd', unsealedLocked, null],
    ['seal', 'hhd', unsealedOpen, 'closeShackleFirst'],
    ['seal', 'hhd', abnormal, null],
    ['seal', 'hhd', initial, null],
    ['seal', 'jt701', sealedLocked, 'alreadyHeld'],
    ['seal', 'jt701', unsealedLocked, null],
    ['seal', 'jt701', abnormal, 'closeShackleFirst'],
    ['seal', 'jt701', initial, 'closeShackleFirst'],
  ] as const)('%s %s in state %i: %s', (kind, family, lock_status, refusal) => {
    expect(refusalToOperate(kind, lock({ family, lock_status }))).toBe(refusal);
  });

  it.each([
    ['seal', 'jt701', unsealedLocked, 'stateStale'],
    ['seal', 'jt701', sealedLocked, 'stateStale'],
    ['seal', 'hhd', sealedLocked, null],
    ['seal', 'hhd', unsealedOpen, null],
    ['unseal', 'hhd', unsealedLocked, null],
    ['unseal', 'jt701', unsealedOpen, null],
  ] as const)('%s %s last known in state %i and not heard since: %s', (kind, family, lock_status, refusal) => {
    expect(refusalToOperate(kind, lock({ family, lock_status, fresh: false }))).toBe(refusal);
  });

  it('not from afar while it is in maintenance, where it is set up; and never once it is scrapped', () => {
    const orders = ['seal', 'unseal', 'set_intervals'] as const;
    const refusals = (change: Partial<Operable>) =>
      orders.map((kind) => refusalToOperate(kind, lock({ lock_status: abnormal, ...change })));
    expect(refusals({})).toEqual([null, null, null]);
    expect(refusals({ out_of_use: 'maintenance' })).toEqual(['deviceInMaintenance', 'deviceInMaintenance', null]);
    expect(refusals({ out_of_use: 'scrapped' })).toEqual(orders.map(() => 'deviceScrapped'));
  });

  it('of a lost one those alone that ask where it is or set it up, and none that gives somebody what opens it', () => {
    const lost = lock({ out_of_use: 'lost', lock_status: unsealedLocked });
    for (const kind of commandKinds.filter((one) => abilities.hhd[one] !== 'no'))
      expect([kind, refusalToOperate(kind, lost)]).toEqual([kind, orderKinds[kind].opens ? 'deviceLost' : null]);
    expect(refusalToOperate('query_location', lost)).toBeNull();
    expect(refusalToOperate('set_intervals', lost)).toBeNull();
  });

  it('not when disabled, lost or nearly empty', () => {
    expect(refusalToOperate('unseal', lock({ status: 2 }))).toBe('deviceDisabled');
    expect(refusalToOperate('seal', lock({ out_of_use: 'lost', lock_status: unsealedLocked }))).toBe('deviceLost');
    expect(refusalToOperate('unseal', lock({ electric: 5 }))).toBe('batteryTooLow');
    expect(refusalToOperate('unseal', lock({ electric: null }))).toBeNull();
    expect(refusalToOperate('seal', lock({ electric: 1, lock_status: unsealedLocked }))).toBeNull(); // the safe direction
  });
});

const authorised = (
  orders: 'seal' | 'unseal' | null = 'unseal',
  openings: Openings = 'left',
  place: PlaceInAreas | null = null,
): Right => ({
  by: 'authorisation',
  orders,
  openings,
  place,
});
const inAreas = (inside: boolean, age: number | null): Partial<Facts> => ({
  right: authorised('unseal', 'left', { inside, age }),
  grants: new Set([...every, authorisations.order.permit]),
});
const assigned = (change: Partial<Extract<Right, { by: 'assignment' }>> = {}): Right => ({
  by: 'assignment',
  ended: false,
  sending: true,
  orders: 'unseal',
  ...change,
});
const byRights = new Set([...every, assignments.order.permit, authorisations.order.permit]);
const notInside: PlaceInAreas[] = [
  { inside: false, age: 0 },
  { inside: true, age: PLACE_HOLDS + 1 },
  { inside: false, age: null },
];
const unfreeze = frozenPeriods.end.permit;
const sent = { what: 'sent', until: '2026-11-30T08:00:00.000Z' } as const;

describe('each clause refuses alone', () => {
  const cases: Record<Clause, [Operation, Partial<Facts>, string][]> = {
    right: [
      ['unseal', { right: { by: 'organisation', sees: false } }, 'notFound'],
      ['unlockPassword', { right: assigned() }, 'notFound'],
      ['restart', { right: assigned() }, 'notFound'],
      ['unlockPassword', { right: authorised() }, 'notFound'],
      ['restart', { right: authorised() }, 'notFound'],
      ['unseal', { right: authorised(null) }, 'authorisationEnded'],
      ['unseal', { right: authorised('seal') }, 'authorisationSealOnly'],
      ['unseal', { right: authorised('unseal', 'usedUp') }, 'authorisationUsedUp'],
      ['unseal', { right: authorised('unseal', 'onItsWay') }, 'authorisationOnItsWay'],
      ['unseal', { right: assigned({ ended: true }) }, 'assignmentEnded'],
      ['unseal', { right: assigned({ sending: false }) }, 'sendingForbidden'],
      ['unseal', { right: assigned({ orders: 'seal' }) }, 'sealOnly'],
    ],
    button: [
      ['unseal', { grants: new Set([...every].filter((one) => one !== orders.unseal.permit)) }, 'noPermission'],
      ['unlockPassword', { grants: new Set([orders.unseal.permit]) }, 'noPermission'],
      // two buttons: of the order, and of ordering what was distributed
      ['unseal', { right: assigned() }, 'noPermission'],
      ['unseal', { right: authorised() }, 'noPermission'],
    ],
    ability: [['clear_cache', {}, 'commandUnsupported']],
    use: [
      ['unseal', { lock: lock({ status: 2 }) }, 'deviceDisabled'],
      ['unseal', { lock: lock({ out_of_use: 'scrapped' }) }, 'deviceScrapped'],
      ['unseal', { lock: lock({ out_of_use: 'lost' }) }, 'deviceLost'],
      ['unseal', { lock: lock({ out_of_use: 'maintenance' }) }, 'deviceInMaintenance'],
      ['unlockPassword', { lock: lock({ out_of_use: 'lost' }) }, 'deviceLost'],
    ],
    frozen: [
      ['unseal', { lock: lock({ frozen }) }, 'frozen'],
      ['unlockPassword', { lock: lock({ frozen }) }, 'passwordFrozen'],
      ...(['factory_reset', 'set_unlock_password', 'add_cards', 'set_area', 'release_cards'] as const).map(
        // whoever may end it, too: of what lets somebody open nobody knows when it is used
        (kind): [Operation, Partial<Facts>, string] => [
          kind,
          {
            right: inOrganisation([2], 2),
            grants: new Set([...every, unfreeze]),
            lock: lock({ family: 'jt701', frozen }),
          },
          'frozenNewly',
        ],
      ),
      // the right to open in one is of whoever sees the lock, and no second person has it
      ...[assigned(), authorised()].map((right): [Operation, Partial<Facts>, string] => [
        'unseal',
        { right, grants: new Set([...byRights, unfreeze]), lock: lock({ frozen }) },
        // and what it is called there is not theirs to know
        'frozenByOwner',
      ]),
      ['unseal', { lock: lock({ frozen }), approved: true }, 'frozen'],
      // nobody knows when a password is used
      ['unlockPassword', { lock: lock({ frozen }), grants: new Set([...every, unfreeze]) }, 'passwordFrozen'],
    ],
    place: [
      ['unseal', inAreas(false, 60), 'authorisationOutside'],
      // older than half an hour, and none at all, is as outside
      ['unseal', inAreas(true, PLACE_HOLDS + 1), 'authorisationPlaceOld'],
      ['unseal', inAreas(false, PLACE_HOLDS + 1), 'authorisationPlaceOld'],
      ['unseal', inAreas(true, null), 'authorisationPlaceUnknown'],
      ['unseal', inAreas(false, null), 'authorisationPlaceUnknown'],
      // whoever has nobody to ask, where its organisation lets one person alone unseal inside areas
      ...notInside.flatMap((unseal_place): [Operation, Partial<Facts>, string][] => [
        ['unlockPassword', { lock: lock({ unseal_place }) }, 'passwordOutside'],
        ...[assigned(), authorised(), authorised('unseal', 'left', { inside: true, age: 60 })].map(
          (right): [Operation, Partial<Facts>, string] => [
            'unseal',
            { right, grants: byRights, lock: lock({ unseal_place }) },
            'approvalOutsideByOwner',
          ],
        ),
      ]),
    ],
    battery: [
      ['unseal', { lock: lock({ electric: 5 }) }, 'batteryTooLow'],
      ['unlockPassword', { lock: lock({ electric: 5 }) }, 'batteryTooLow'],
    ],
    state: [
      ['unseal', { lock: lock({ lock_status: unsealedOpen }) }, 'alreadyOpen'],
      ['factory_reset', {}, 'unsealFirst'],
      ['unlockPassword', { lock: lock({ password_known: false }) }, 'passwordUnknown'],
    ],
    underWay: [
      ['unseal', { underWay: sent }, 'oneLivePhysicalCommand'],
      ['unseal', { underWay: { what: 'ofOthers' } }, 'orderOfOthers'],
    ],
    // whoever orders by the right of another has nobody to ask
    approval: [
      ['unlockPassword', { lock: lock({ approval_kinds: ['unseal'] }) }, 'passwordNotAlone'],
      ...[assigned(), authorised()].map((right): [Operation, Partial<Facts>, string] => [
        'unseal',
        {
          right,
          grants: byRights,
          lock: lock({ approval_kinds: ['unseal'] }),
        },
        'approvalByOwner',
      ]),
    ],
  };
  it.each(
    clauseNames.flatMap((clause) =>
      cases[clause].map(([operation, change, code]) => ({ clause, operation, change, code })),
    ),
  )('$clause, of $operation: $code', ({ clause, operation, change, code }) => {
    expect(mayOperate(operation, facts(change))).toMatchObject({ answer: 'refused', clause, code });
  });

  it('and without any it may be done, by either right', () => {
    for (const operation of ['unseal', 'restart', 'unlockPassword'] as const)
      expect(mayOperate(operation, facts())).toEqual({ answer: 'may' });
    const grants = new Set([...every, assignments.order.permit]);
    expect(mayOperate('unseal', facts({ right: assigned(), grants }))).toEqual({ answer: 'may' });
    const closed = lock({ lock_status: unsealedLocked });
    // whoever may unseal may seal
    expect(mayOperate('seal', facts({ right: assigned(), grants, lock: closed }))).toEqual({ answer: 'may' });
  });

  it('inside its areas it may be done, by a place of half an hour ago at most; and sealed it is anywhere', () => {
    for (const age of [0, PLACE_HOLDS])
      expect(mayOperate('unseal', facts(inAreas(true, age)))).toEqual({ answer: 'may' });
    const closed = lock({ lock_status: unsealedLocked });
    for (const age of [0, PLACE_HOLDS + 1, null])
      expect(mayOperate('seal', facts({ ...inAreas(false, age), lock: closed }))).toEqual({ answer: 'may' });
  });

  it('seals still when no opening is left, or the last is on its way', () => {
    const closed = lock({ lock_status: unsealedLocked });
    for (const openings of ['left', 'onItsWay', 'usedUp'] as const)
      expect(
        mayOperate('seal', facts({ right: authorised('unseal', openings), grants: byRights, lock: closed })),
      ).toEqual({ answer: 'may' });
  });

  it.each([
    [null, 9, 9, 'left'],
    [2, 1, 0, 'left'],
    [2, 0, 2, 'onItsWay'],
    [2, 1, 1, 'onItsWay'],
    [2, 2, 0, 'usedUp'],
    [2, 2, 1, 'usedUp'],
  ] as const)('of %s openings, %i proved and %i not over: %s', (max_uses, proved, open, openings) => {
    expect(openingsOf({ max_uses, proved, open })).toBe(openings);
  });

  it('says how old the place is', () => {
    expect(mayOperate('unseal', facts(inAreas(true, 4 * 3600 + 7 * 60)))).toMatchObject({ values: { age: '4:07' } });
  });

  it('of several the first is told', () => {
    const all: Partial<Facts> = { lock: lock({ status: 2, electric: 1, lock_status: unsealedOpen }), underWay: sent };
    expect(judged('unseal', all)).toBe('deviceDisabled');
    expect(judged('unseal', { ...all, grants: new Set() })).toBe('noPermission');
    expect(judged('unseal', { ...all, right: { by: 'organisation', sees: false }, grants: new Set() })).toBe(
      'notFound',
    );
  });

  it('says when it changes, where that is known', () => {
    const untilOf = (change: Partial<Facts>) => {
      const verdict = mayOperate('unseal', facts(change));
      return verdict.answer === 'refused' && verdict.until;
    };
    expect(untilOf({ underWay: sent })).toBe(sent.until);
    expect(untilOf({ underWay: { what: 'ofOthers' } })).toBeNull();
    expect(untilOf({ underWay: sent, lock: lock({ status: 2 }) })).toBeNull();
  });

  it('what moves no metal waits for nothing that does', () => {
    expect(judged('restart', { underWay: sent })).toBeNull();
    expect(judged('unlockPassword', { underWay: sent })).toBeNull();
  });
});

describe('where a second person is asked for', () => {
  const asks = (change: Partial<Operable> = {}): Partial<Facts> => ({
    lock: lock({ approval_kinds: ['unseal'], ...change }),
  });

  it('it needs an approval, and may be done by one', () => {
    expect(mayOperate('unseal', facts(asks()))).toEqual({ answer: 'approval', code: 'approvalNeeded' });
    expect(mayOperate('unseal', facts({ ...asks(), approved: true }))).toEqual({ answer: 'may' });
  });
  it('nothing else does', () => {
    for (const operation of ['restart', 'set_intervals'] as const)
      expect(mayOperate(operation, facts(asks()))).toEqual({ answer: 'may' });
    const reset = facts({ lock: lock({ approval_kinds: ['factory_reset'] }) });
    expect(mayOperate('unlockPassword', reset)).toEqual({ answer: 'may' });
  });
  it('of an unseal outside of the areas in which one does it alone: by a place of half an hour ago at most', () => {
    const placed = (inside: boolean, age: number | null): Partial<Facts> => ({
      lock: lock({ unseal_place: { inside, age } }),
    });
    for (const age of [0, PLACE_HOLDS])
      for (const operation of ['unseal', 'unlockPassword'] as const)
        expect(mayOperate(operation, facts(placed(true, age)))).toEqual({ answer: 'may' });
    for (const [inside, age, code] of [
      [false, 60, 'approvalOutside'],
      [true, PLACE_HOLDS + 1, 'approvalPlaceOld'],
      [true, null, 'approvalPlaceUnknown'],
    ] as const) {
      expect(mayOperate('unseal', facts(placed(inside, age)))).toEqual({ answer: 'approval', code });
      expect(mayOperate('unseal', facts({ ...placed(inside, age), approved: true }))).toEqual({ answer: 'may' });
      // the safe direction, and what opens nothing
      const closed = lock({ lock_status: unsealedLocked, unseal_place: { inside, age } });
      for (const operation of ['seal', 'factory_reset', 'restart'] as const)
        expect(mayOperate(operation, facts({ lock: closed }))).toEqual({ answer: 'may' });
    }
    // where it takes two everywhere, that is told
    const both = lock({ approval_kinds: ['unseal'], unseal_place: { inside: false, age: 60 } });
    expect(mayOperate('unseal', facts({ lock: both }))).toMatchObject({ code: 'approvalNeeded' });
  });
  it('what is refused is not asked for, and no approval makes it possible', () => {
    for (const approved of [false, true])
      expect(mayOperate('unseal', facts({ ...asks({ electric: 5 }), approved }))).toMatchObject({ clause: 'battery' });
  });
});

describe('in a frozen period', () => {
  const held = (at: string, periods: readonly Frozen[] = frozen) =>
    mayOperate('unseal', facts({ lock: lock({ frozen: periods }), at: Date.parse(`2026-11-30T${at}:00.000Z`) }));

  it('nothing opens from its beginning until its end, which is told', () => {
    expect(held('10:59')).toEqual({ answer: 'may' });
    expect(held('11:00')).toMatchObject({ answer: 'refused', clause: 'frozen', until: '2026-11-30T13:00:00.000Z' });
    expect(held('12:59')).toMatchObject({ answer: 'refused' });
    expect(held('13:00')).toEqual({ answer: 'may' });
  });
  it('ends with the last of those that go on one after the other', () => {
    const chain = [hour('11:00', '13:00', 'a'), hour('12:30', '14:00', 'b'), hour('14:00', '15:00', 'c')];
    expect(frozenAt(chain, noon)).toEqual({ name: 'a', until: '2026-11-30T15:00:00.000Z' });
    expect(frozenAt([...chain, hour('16:00', '17:00')], noon)?.until).toBe('2026-11-30T15:00:00.000Z');
    expect(frozenAt(chain, Date.parse('2026-11-30T15:00:00.000Z'))).toBeNull();
    expect(frozenFrom(chain, noon)).toBe('2026-11-30T12:30:00.000Z');
    expect(frozenFrom(chain, Date.parse('2026-11-30T14:00:00.000Z'))).toBeNull();
  });
  it('whoever may end it unseals in it, and a second person is asked as ever', () => {
    const may = { right: inOrganisation([2], 2), grants: new Set([...every, unfreeze]) };
    expect(mayOperate('unseal', facts({ ...may, lock: lock({ frozen }) }))).toEqual({ answer: 'may' });
    const two = lock({ frozen, approval_kinds: ['unseal'] });
    expect(mayOperate('unseal', facts({ ...may, lock: two }))).toMatchObject({ answer: 'approval' });
  });
  it('and nobody whose it is not to end, whatever button they hold, as long as it holds', () => {
    const grants = new Set([...every, unfreeze]);
    const of = (mine: number, at = noon) =>
      mayOperate('unseal', facts({ right: inOrganisation([mine, 4], 4), grants, lock: lock({ frozen }), at })).answer;
    expect([of(2), of(3), of(3, Date.parse('2026-11-30T13:00:00.000Z'))]).toEqual(['may', 'refused', 'may']);
    // of two that hold the one that binds is named, and until when that one does
    const above = { ...hour('11:00', '14:00', 'above'), org_id: 1 };
    const both = facts({ right: inOrganisation([2], 2), grants, lock: lock({ frozen: [...frozen, above] }) });
    expect(mayOperate('unseal', both)).toMatchObject({ values: { what: 'above' }, until: '2026-11-30T14:00:00.000Z' });
    expect(bindingPeriods('unseal', both)).toEqual([above]);
  });
  it('it is sealed, asked and set up, and what lets somebody open it is taken away', () => {
    const closed = lock({ family: 'jt701', frozen, lock_status: unsealedLocked });
    for (const operation of [
      ...(['seal', 'restart', 'query_info', 'set_intervals', 'delete_cards', 'delete_area'] as const),
      ...(['confine_cards', 'query_cards'] as const),
    ])
      expect(mayOperate(operation, facts({ lock: closed }))).toEqual({ answer: 'may' });
  });
});
