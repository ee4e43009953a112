import { hhd } from '@plomb/protocols/hhd/messages';
import { encodeFrame } from '@plomb/protocols/jt808/encode';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import { hhdLocationOf, voltsOf } from '@plomb/simulator/hhdReport';
import { type Happening, newLock } from '@plomb/simulator/lock';
import { Random, seedOf } from '@plomb/simulator/random';
import { regions } from '@plomb/simulator/roads/regions';
import { Vehicle } from '@plomb/simulator/vehicle';

export interface PastReport {
  at: number;
  receivedAt: number;
  serial: number;
  lon: number;
  lat: number;
  velocity: number;
  heading: number;
  mileage: number;
  electric: number;
  voltage: number;
  lockStatus: number;
  /** by its code and what it did, where one is told */
  event: PastEvent | null;
  raw: Uint8Array;
}
interface PastEvent {
  code: string;
  lst: number;
  lso: number | null;
  before: number;
  after: number;
  fault: number;
  actor: string;
}
export interface PastAlarm {
  kind: 'illegal_unlock' | 'out_of_fence' | 'wrong_password' | 'low_battery' | 'illegal_card' | 'card_against_rule';
  at: number;
  lon: number;
  lat: number;
  /** of the report whose event rang */
  serial: number | null;
  /** minutes until it was taken, and until it was processed; null: nobody did */
  taken: number | null;
  processed: number | null;
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** Standing it sleeps, and is heard so often. */
const PARKED = 8 * MINUTE;
const stops = { depot: [4 * 3600, 9 * 3600], serviceArea: [900, 2400], rest: 0.4 } as const;
const rare = ['out_of_fence', 'wrong_password', 'low_battery', 'illegal_card'] as const;

const deeds = {
  seal: { told: { what: 'sealed', by: 'card', actor: '53374433' }, event: ['hhd:0003', 2, 9, 0, 2, 0, '53374433'] },
  unsealByCard: {
    told: { what: 'unsealed', by: 'card', actor: '43718494' },
    event: ['hhd:0004', 1, 5, 2, 0, 0, '43718494'],
  },
  unseal: { told: { what: 'unsealed', by: 'platform', actor: '' }, event: ['hhd:0008', 1, 1, 2, 0, 0, ''] },
  open: { told: { what: 'opened' }, event: ['hhd:0001', 1, null, 0, 1, 0, ''] },
  close: { told: { what: 'closed' }, event: ['hhd:0000', 2, null, 1, 0, 0, ''] },
  force: { told: { what: 'forced open' }, event: ['hhd:000F', 1, null, 2, 3, 1010, ''] },
  sealAgain: { told: { what: 'sealed', by: 'platform', actor: '' }, event: ['hhd:0007', 2, 12, 3, 2, 0, ''] },
} as const satisfies Record<
  string,
  { told: Happening; event: readonly [string, number, number | null, number, number, number, string] }
>;
type Deed = keyof typeof deeds;

/**
 * What a lock would have told from `from` to `until`: trips with seals and openings, stops, tunnels, and what rang. The same for the same seed and times.
 * Reports without an event are kept of the last `whole` days alone.
 */
export const pastOf = (
  { sn, org }: Pick<FleetLock, 'sn' | 'org'>,
  seed: number,
  { from, until, whole }: { from: number; until: number; whole: number },
): { reports: PastReport[]; alarms: PastAlarm[] } => {
  const random = new Random(seedOf(seed, `past ${sn}`));
  const vehicle = new Vehicle(random.pick(regions[org].corridors.filter(({ strays }) => !strays)), random, stops, {
    parked: true,
  });
  const tail = sn.slice(-10);
  const [reports, alarms]: [PastReport[], PastAlarm[]] = [[], []];
  const due: { at: number; deed: Deed }[] = [];
  let [serial, status, battery, heard, phase] = [0, 0, random.between(55, 95), 0, vehicle.phase];
  /** nothing is sent until then; what it is told afterwards, or never */
  let blind: { until: number; keeps: boolean } | null = null;
  const tell = (at: number, deed: Deed | null): PastReport | null => {
    const { lon, lat, heading, speed } = vehicle.place;
    const event = deed && deeds[deed].event;
    if (event) [, , , , status] = event;
    heard = at;
    serial = (serial + 1) % 65_536;
    if (at < until - whole * DAY && !event) return null;
    const velocity = Math.round(speed * 10) / 10;
    const mileage = Math.round(vehicle.mileage * 10) / 10;
    const body = hhdLocationOf(
      {
        ...{
          at,
          lon,
          lat,
          altitude: regions[org].altitude,
          fix: true,
          speed,
          heading,
          mileage,
          satellites: 12,
          signal: 22,
        },
        cell: { mcc: 460, mnc: 0, lac: 0x1234, cid: 0xa1b2c3 },
        lock: newLock({ sealed: status === 2, password: '12344321', battery }),
        happened: deed && deeds[deed].told,
      },
      { imsi: `46004${tail}`, iccid: `8986040000${tail}` },
    );
    const report: PastReport = {
      ...{
        at,
        receivedAt: (blind?.until ?? at) + 900,
        serial,
        lon,
        lat,
        velocity,
        heading: Math.round(heading) % 360,
        mileage,
      },
      ...{ electric: Math.round(battery), voltage: Math.round(voltsOf(battery) * 100) / 100, lockStatus: status },
      event: event && {
        ...{
          code: event[0],
          lst: event[1],
          lso: event[2],
          before: event[3],
          after: event[4],
          fault: event[5],
          actor: event[6],
        },
      },
      raw: encodeFrame({ id: 0x0200, version: 2013, phone: sn, serial }, hhd.encode({ kind: 'location', body }, 2013)),
    };
    reports.push(report);
    return report;
  };
  const ring = (kind: PastAlarm['kind'], at: number, of: PastReport | null): void => {
    const { lon, lat } = vehicle.place;
    const taken = random.whole(1, 4);
    alarms.push({ kind, at, lon, lat, serial: of?.serial ?? null, taken, processed: taken + random.whole(2, 20) });
  };
  for (let at = from; at < until; at += MINUTE) {
    vehicle.advance(60);
    battery = battery < 30 && vehicle.phase === 'depot' ? 96 : Math.max(8, battery - 0.012);
    if (phase === 'depot' && vehicle.phase === 'driving') {
      // whoever drives away has sealed; what was not done yet at the depot is left out
      due.length = 0;
      if (status === 1) tell(at - 40_000, 'close');
      if (status !== 2) due.push({ at, deed: 'seal' });
    } else if (phase === 'driving' && vehicle.phase === 'depot') {
      const opened = at + random.whole(4, 15) * MINUTE;
      due.push(
        { at: opened, deed: random.chance(0.6) ? 'unsealByCard' : 'unseal' },
        { at: opened + MINUTE, deed: 'open' },
        { at: opened + random.whole(30, 80) * MINUTE, deed: 'close' },
      );
    } else if (phase === 'driving' && vehicle.phase === 'service area' && status === 2 && random.chance(0.04))
      due.push({ at: at + 6 * MINUTE, deed: 'force' }, { at: at + 14 * MINUTE, deed: 'sealAgain' });
    const came = phase === 'driving' && vehicle.phase !== 'driving';
    phase = vehicle.phase;
    // where it comes to stand and before it leaves it is heard: else each stop would begin and end with a time without evidence
    // and whoever is at it wakes it: what is forced stands in no time without a word
    const isWoken = status === 3 || due[0]?.deed === 'force';
    const isHeard = came || isWoken || at - heard >= PARKED || vehicle.leavesIn <= MINUTE / 1000;
    if (blind && at >= blind.until) blind = null;
    if (!blind && phase === 'driving' && random.chance(0.008))
      blind = { until: at + random.whole(9, 20) * MINUTE, keeps: random.chance(0.5) };
    const next = due[0];
    if (next && next.at <= at) {
      due.shift();
      if (next.deed === 'sealAgain' && status !== 3) continue;
      const told = tell(at, next.deed);
      if (next.deed === 'force') ring('illegal_unlock', at, told);
    } else if (phase === 'driving' ? !blind || blind.keeps : isHeard) tell(at, null);
    if (random.chance(0.000_09)) ring(random.pick(rare), at, null);
  }
  return { reports, alarms };
};
