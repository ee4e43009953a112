import { LockStatus, lockFamilies } from '@plomb/contract/lock/codes';
import { abilities, type CommandKind, commandKinds, orderKinds } from '@plomb/contract/lock/orderKinds';
import { orders } from '@plomb/contract/orders/orders';
import { describe, expect, it } from 'vitest';
import { type Facts, mayOperate, type Operable, type Operation } from './mayOperate.ts';

/** domain.md §4: what keeps somebody from each thing that can be done to a lock, one at a time, with all else as it should be. */
const operations: Operation[] = [...commandKinds, 'unlockPassword'];
const noon = Date.parse('2026-11-30T12:00:00.000Z');
const frozen = [
  {
    name: 'x',
    from_time: '2026-11-30T11:00:00.000Z',
    until_time: '2026-11-30T13:00:00.000Z',
    org_id: 2,
    above: [2, 1],
  },
];
const grants = new Set(operations.map((operation) => orders[operation].permit));
const wellFor = (operation: Operation): Facts | null => {
  for (const family of lockFamilies)
    for (const lock_status of Object.values(LockStatus)) {
      if (operation !== 'unlockPassword' && abilities[family][operation] === 'no') continue;
      const lock: Operable = {
        ...{ family, lock_status, status: 1, out_of_use: null, electric: 80, fresh: true },
        ...{ password_known: true, approval_kinds: [], unseal_place: null, frozen: [] },
      };
      const facts: Facts = {
        right: { by: 'organisation', sees: true },
        grants,
        lock,
        underWay: null,
        at: noon,
        approved: false,
      };
      if (mayOperate(operation, facts).answer === 'may') return facts;
    }
  return null;
};
const able = operations.flatMap((operation) => {
  const facts = wellFor(operation);
  return facts ? [{ operation, facts }] : [];
});

const kindOf = (operation: Operation) =>
  operation === 'unlockPassword' ? { moves: false, opens: true } : orderKinds[operation as CommandKind];
const every = () => true;
const opening = (operation: Operation) => kindOf(operation).opens;
const moving = (operation: Operation) => kindOf(operation).moves;
const among =
  (...some: Operation[]) =>
  (operation: Operation) =>
    some.includes(operation);
const butAmong =
  (...some: Operation[]) =>
  (operation: Operation) =>
    !some.includes(operation);

const lockWith = (change: Partial<Operable>) => (facts: Facts) => ({ ...facts, lock: { ...facts.lock, ...change } });
const facts = (change: Partial<Facts>) => (well: Facts) => ({ ...well, ...change });
const sent = { what: 'sent', until: '2026-11-30T08:00:00.000Z' } as const;

/** What is otherwise, of which operations that keeps, and with which words. */
const table: [
  string,
  (well: Facts) => Facts,
  (operation: Operation) => boolean,
  string | ((operation: Operation) => string),
][] = [
  ['it is out of sight', facts({ right: { by: 'organisation', sees: false } }), every, 'notFound'],
  ['the button is missing', facts({ grants: new Set() }), every, 'noPermission'],
  [
    'it was assigned, and not seen',
    facts({ right: { by: 'assignment', ended: false, sending: true, orders: 'unseal' } }),
    butAmong('seal', 'unseal'),
    'notFound',
  ],
  [
    'it was authorised, and not seen',
    facts({ right: { by: 'authorisation', orders: 'unseal', openings: 'left', place: null } }),
    butAmong('seal', 'unseal'),
    'notFound',
  ],
  ['it is disabled', lockWith({ status: 2 }), every, 'deviceDisabled'],
  ['it is scrapped', lockWith({ out_of_use: 'scrapped' }), every, 'deviceScrapped'],
  ['it is lost', lockWith({ out_of_use: 'lost' }), opening, 'deviceLost'],
  ['it is in maintenance', lockWith({ out_of_use: 'maintenance' }), moving, 'deviceInMaintenance'],
  [
    'it is frozen',
    lockWith({ frozen }),
    among(
      ...(['unseal', 'unlockPassword', 'factory_reset', 'set_unlock_password'] as const),
      ...(['add_cards', 'set_area', 'release_cards'] as const),
    ),
    (operation) =>
      operation === 'unseal' ? 'frozen' : operation === 'unlockPassword' ? 'passwordFrozen' : 'frozenNewly',
  ],
  ['its battery is empty', lockWith({ electric: 5 }), among('unseal', 'unlockPassword'), 'batteryTooLow'],
  ['no password is known', lockWith({ password_known: false }), among('unlockPassword'), 'passwordUnknown'],
  ['an order that moves it was sent', facts({ underWay: sent }), moving, 'oneLivePhysicalCommand'],
  ['an order of others waits', facts({ underWay: { what: 'ofOthers' } }), moving, 'orderOfOthers'],
  [
    'it is outside of where one unseals alone',
    lockWith({ unseal_place: { inside: false, age: 0 } }),
    among('unlockPassword'),
    'passwordOutside',
  ],
  ['an unseal takes two', lockWith({ approval_kinds: ['unseal'] }), among('unlockPassword'), 'passwordNotAlone'],
];

it('of each operation there is a lock it may be done to, but for those that no family has a word for', () => {
  const nobody = commandKinds.filter((kind) => lockFamilies.every((family) => abilities[family][kind] === 'no'));
  expect(operations.filter((one) => !able.some(({ operation }) => operation === one))).toEqual(nobody);
});

describe.each(table)('when %s', (_, otherwise, keeps, said) => {
  it.each(able)('$operation', ({ operation, facts: well }) => {
    const code = typeof said === 'string' ? said : said(operation);
    const verdict = mayOperate(operation, otherwise(well));
    if (keeps(operation)) expect(verdict).toMatchObject({ answer: 'refused', code });
    // of two people one is asked still, and an assigned device takes a button of its own besides
    else if (verdict.answer === 'refused') expect([operation, verdict.code]).toEqual([operation, 'noPermission']);
    else
      expect(verdict.answer).toBe(
        operation === 'unseal' && code.startsWith('password') && code !== 'passwordUnknown' ? 'approval' : 'may',
      );
  });
});
