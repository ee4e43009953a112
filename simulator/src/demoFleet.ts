import type { LockFamily } from '@plomb/contract/lock/codes';
import { Random, seedOf } from './random.ts';
import { type OrgKey, orgKeys, regions } from './roads/regions.ts';

export const roles = ['container', 'tanker', 'reefer', 'cash', 'parcel'] as const;
export type Role = (typeof roles)[number];

/** What kind of days a lock has. `stray` drives out of its region's fence; `tired` has an old battery. */
export type Habit = 'driving' | 'parked' | 'sleeper' | 'stray' | 'tired';

/** How a lock takes orders. `half`: it says yes and does nothing. */
export const manners = ['answer', 'refuse', 'silent', 'twice', 'late', 'half'] as const;
export type Manner = (typeof manners)[number];

/** A device as the platform registers it, and how it will behave. */
export interface FleetLock {
  /** hhd: phone number, 11 digits; jt701: terminal id, 10 digits; jointech808: the same number, of 12 digits, in both its ways */
  sn: string;
  family: LockFamily;
  /** edition of JT/T 808 an hhd lock speaks */
  edition: 2013 | 2019;
  device_name: string;
  /** licence plate */
  subject: string;
  region: string;
  org: OrgKey;
  role: Role;
  habit: Habit;
  manner: Manner;
  /** of a firmware newer than what is published: its reports carry an item nobody knows */
  newFirmware?: boolean;
  /** cards that it kept before anybody told it of any */
  cards?: readonly string[];
  /** hours that it sleeps before it is heard the first time */
  asleep?: number;
}

/**
 * A lock of a new model, on trial beside the fleet. The demonstration registers its type with the wrong clock offset, so
 * that its reports are put aside, and its firmware says something nobody understands: what those screens are for.
 */
export const trialLock: FleetLock = {
  sn: '14802109001',
  family: 'hhd',
  edition: 2019,
  device_name: '试用锁 G-400',
  subject: '沪A·T4001',
  region: regions.sh.name,
  org: 'sh',
  role: 'container',
  habit: 'driving',
  manner: 'answer',
  newFirmware: true,
};

/** Parts of the fleet, each 0-1; what is left over drives and answers. */
export interface Fractions {
  hhd: number;
  /** of the hhd locks */
  edition2019: number;
  parked: number;
  sleeper: number;
  tired: number;
  refuse: number;
  silent: number;
}

export const demoFractions: Fractions = {
  hhd: 0.7,
  edition2019: 0.25,
  parked: 0.06,
  sleeper: 0.04,
  tired: 0.03,
  refuse: 0.02,
  silent: 0.02,
};

const shares: readonly (readonly [OrgKey, number])[] = [
  ['sh', 0.45],
  ['sz', 0.35],
  ['xa', 0.2],
];

/** Area codes, which the serial numbers carry so that people can tell them apart. */
const areaCodes: Readonly<Record<OrgKey, string>> = { sh: '0210', sz: '0755', xa: '0290' };

/** A fleet spread over the regions. The same seed gives the same fleet; the first lock of a region is the one that strays. */
export const demoFleet = (seed: number, count = 200, fractions: Fractions = demoFractions): FleetLock[] => {
  const random = new Random(seedOf(seed, 'fleet'));
  const made: Record<OrgKey, number> = { sh: 0, sz: 0, xa: 0 };
  const taken = new Set<string>();
  const fleet = Array.from({ length: count }, (_, i): FleetLock => {
    const org = orgAt(i, count);
    const nth = ++made[org];
    const family: LockFamily = random.chance(fractions.hhd) ? 'hhd' : 'jt701';
    const number = `${nth}`.padStart(4, '0');
    const role = random.chance(0.5) ? 'container' : random.pick(roles);
    return {
      sn: `${family === 'hhd' ? '148' : '80'}${areaCodes[org]}${number}`,
      family,
      edition: random.chance(fractions.edition2019) ? 2019 : 2013,
      device_name: nameOf(role, random),
      subject: plateOf(regions[org].plates, random, taken),
      region: regions[org].name,
      org,
      role,
      habit: nth === 1 ? 'stray' : habitOf(random, fractions),
      manner: mannerOf(random, fractions),
    };
  });
  return withOthers(fleet).map((lock) => ({ ...lock, ...singular[lock.sn] }));
};

/**
 * Locks that show what is seldom: one keeps a card that nobody knows, one is laid aside until the evening, one fell silent on its
 * way, and one drives sealed where it should not.
 */
export const strangeCardLock = '8002100024';
export const laidAsideLock = '8002900003';
export const silentLock = '14802100030';
export const astrayLock = '14802100029';
const singular: Readonly<Record<string, Pick<FleetLock, 'cards' | 'asleep'>>> = {
  [strangeCardLock]: { cards: ['70269901'] },
  [laidAsideLock]: { asleep: 6 },
  [silentLock]: { asleep: 6 },
};

/** How many of the usual locks are of the rarest family. */
const others = 2;

/** The last Jointech locks that drive about and answer speak JT/T 808. */
const withOthers = (fleet: FleetLock[]): FleetLock[] => {
  const usual = fleet.filter(
    ({ family, habit, manner }) => family === 'jt701' && habit === 'driving' && manner === 'answer',
  );
  const chosen = new Set(usual.slice(-others));
  return fleet.map((lock) =>
    chosen.has(lock) ? { ...lock, family: 'jointech808', sn: `7900${lock.sn.slice(2)}`, edition: 2013 } : lock,
  );
};

const orgAt = (index: number, count: number): OrgKey => {
  let bound = 0;
  for (const [org, share] of shares) {
    bound += share * count;
    if (index < bound) return org;
  }
  return orgKeys[orgKeys.length - 1]!;
};

const habitOf = (random: Random, { parked, sleeper, tired }: Fractions): Habit => {
  const at = random.next();
  if (at < parked) return 'parked';
  if (at < parked + sleeper) return 'sleeper';
  return at < parked + sleeper + tired ? 'tired' : 'driving';
};

const mannerOf = (random: Random, { refuse, silent }: Fractions): Manner => {
  const at = random.next();
  if (at < refuse) return 'refuse';
  return at < refuse + silent ? 'silent' : 'answer';
};

const digits = '0123456789';
/** Plates leave out I and O. */
const plateCharacters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';
const owners = ['TCLU', 'CSNU', 'MSKU', 'OOLU', 'CCLU', 'TGHU', 'FCIU', 'CMAU'] as const;

const nameOf = (role: Role, random: Random): string => {
  switch (role) {
    case 'container':
      return `集装箱 ${containerNumber(random.pick(owners), random.text(6, digits))}`;
    case 'tanker':
      return `${random.pick(['油罐车', '化学品罐车', 'LNG 罐车'])} ${random.text(3, digits)}`;
    case 'reefer':
      return `${random.pick(['冷藏车', '医药冷链', '生鲜冷链'])} R${random.text(4, digits)}`;
    case 'cash':
      return `押运车 ${random.text(3, digits)}`;
    case 'parcel':
      return `${random.pick(['干线快递', '跨境直通车', '保税转关'])} ${random.text(4, digits)}`;
  }
};

/** With the check digit of ISO 6346: letters count from 10 up, leaving out multiples of 11. */
export const containerNumber = (owner: string, serial: string): string => {
  const values = [...(owner + serial)].map((character) => {
    const value = Number.parseInt(character, 36);
    return value < 10 ? value : value + Math.floor((value - 1) / 10);
  });
  const sum = values.reduce((total, value, i) => total + value * 2 ** i, 0);
  return `${owner} ${serial} ${(sum % 11) % 10}`;
};

const plateOf = (prefixes: readonly string[], random: Random, taken: Set<string>): string => {
  for (;;) {
    const plate = `${random.pick(prefixes)}·${random.text(1, plateCharacters.slice(0, 24))}${random.text(4, digits)}`;
    if (taken.has(plate)) continue;
    taken.add(plate);
    return plate;
  }
};
