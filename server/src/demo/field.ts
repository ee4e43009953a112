import type { InputOf } from '@plomb/contract/kit/call';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { sealCalls } from '@plomb/contract/seals/domain';
import { realClock } from '@plomb/simulator/clock';
import { Guard } from '@plomb/simulator/field/guard';
import { Handset } from '@plomb/simulator/field/handset';
import { Random } from '@plomb/simulator/random';
import type { Logger } from '../platform/log.ts';
import { keepAt } from './keepAt.ts';
import { DEMO_SEED, password } from './seed.ts';

const { logisticsBatches, vehicles } = logisticsCalls;
const { qrSeals } = sealCalls;

const PLATE = '沪F·6R018';
const SERIES = 'XC';
/** So near to each other that one gets there from one look to the next, however late the one before was. */
export const round = {
  start: { address: '外高桥堆场', lat: 31.338, lon: 121.584, radius: 500 },
  stop: { address: '外环检查站', lat: 31.318, lon: 121.606, radius: 300 },
  destination: { address: '高东二号库', lat: 31.301, lon: 121.63, radius: 500 },
};
const { start, stop, destination } = round;
/** Minutes from one look at what waits to the next; from the plan to the patrol, to the end, and to the next plan. */
export const LOOK = 1;
const PATROL = 8;
const END = 16;
const NEXT = 30;
/** Of stops, those without a network: what is done there is told with the next look. */
const DEAF = 0.3;

const minutes = (n: number): string => new Date(realClock.now() + n * 60_000).toISOString();

/** As the desk plans it: two seals, and a look half way. */
export const planOfRound = (vehicle_id: number, prefix: string): InputOf<typeof logisticsBatches.add> => {
  const door = {
    ...{ process_name: '装箱', medium: 'qr' as const, device_id: null, photos_asked: ['封号'], open_stops: [] },
    ...{ second_person: false, openers: [] },
  };
  return {
    ...{ vehicle_id, carrier: '苏南联运', driver: '孙鹏', plan_start: minutes(0), plan_end: minutes(END) },
    ...{ start, end: destination, destination },
    stops: [{ ...stop, id: 'outer-ring', plan_time: minutes(PATROL), patrol: true }],
    positions: [
      { ...door, position: '后门', number: `${prefix} 001` },
      { ...door, position: '左门', number: `${prefix} 002` },
    ],
  };
};

/** Plans the next round of its vehicle, with two new seals in the guard's hands; false: the last is not over yet. */
const planRound = async (desk: Handset): Promise<boolean> => {
  const { rows: mine } = await desk.ask(logisticsBatches.list, { keyword: PLATE });
  const [newest] = mine;
  if (newest && newest.plan_start > minutes(-NEXT)) return false;
  if (mine.some(({ state }) => state === 'draft' || state === 'in_transit')) return false;
  const known = (await desk.ask(vehicles.list, { keyword: PLATE })).rows[0];
  const vehicle = known ?? (await desk.ask(vehicles.add, { plate: PLATE, enterprise: '苏南联运' }));
  const { rows: people } = await desk.ask(qrSeals.people, { keyword: '李国强' });
  const { rows: kinds } = await desk.ask(qrSeals.kinds, {});
  const bolt = kinds.find(({ iso_class }) => iso_class === 'H');
  if (!people[0] || !bolt) return false;
  const prefix = `${SERIES} ${Math.floor(realClock.now() / 60_000)}`;
  await desk.ask(qrSeals.add, { kind_id: bolt.id, holder_id: people[0].id, prefix, first: 1, count: 2 });
  await desk.ask(logisticsBatches.add, planOfRound(vehicle.id, prefix));
  return true;
};

/**
 * Field staff of the demonstration: a batch is planned every half hour, and a guard seals, patrols and unseals it by the calls of handsets, with
 * photos, some of it told late and out of its order. What the demonstration was given to show is left as it is.
 */
export const startDemoField = (url: string, log: Logger): { stop(): Promise<void> } => {
  const random = new Random(DEMO_SEED);
  const open = (login: string) => Handset.open({ url, login, password, clock: realClock, random });
  const placeOf = (address: string) => [start, stop, destination].find((one) => one.address === address) ?? null;
  let desk: Handset | null = null;
  let guard: Guard | null = null;
  const look = async (): Promise<void> => {
    desk ??= await open('yard');
    guard ??= new Guard({
      ...{ handset: await open('guard'), clock: realClock, random, placeOf, seals: [], deaf: DEAF },
      mine: ({ plate }) => plate === PLATE,
    });
    await planRound(desk);
    await guard.goOn();
  };
  return keepAt(LOOK, look, { log, failing: 'the field staff of the demonstration could not go on' });
};
