import type { StopTimes } from './vehicle.ts';

type Range = readonly [low: number, high: number];

/** How often a lock, on average, has something happen to it: times per hour. */
export interface Rates {
  /** forced open while sealed */
  illegalOpening: number;
  tampering: number;
  cutting: number;
  strangeCard: number;
  cardOutsideArea: number;
  /** one of the cards it keeps, where it stands */
  swipe: number;
  wrongPasswords: number;
  motorJam: number;
  deadSpot: number;
  tunnel: number;
}

/** How a fleet lives. All times in seconds. */
export interface Pace {
  /** between reports while driving, while standing, and into memory without network */
  report: Range;
  parkedReport: Range;
  memoryReport: Range;
  heartbeat: number;
  /** the first connections are spread over this */
  startWithin: number;
  /** nothing untoward happens to a lock this long after its start, so that every lock has shown itself first */
  grace: number;
  /** from an order to the bolt's new place */
  motor: number;
  stops: StopTimes;
  /** probability of being opened at a depot */
  opensAtDepot: number;
  awake: Range;
  asleep: Range;
  rates: Rates;
}

const nothing: Rates = {
  illegalOpening: 0,
  tampering: 0,
  cutting: 0,
  strangeCard: 0,
  cardOutsideArea: 0,
  swipe: 0,
  wrongPasswords: 0,
  motorJam: 0,
  deadSpot: 0,
  tunnel: 0,
};

/** For people who watch: lively, and with 200 locks some three or four alarms in ten minutes. */
export const demoPace: Pace = {
  report: [5, 10],
  parkedReport: [12, 20],
  memoryReport: [15, 25],
  heartbeat: 60,
  // whoever signs in as soon as it is told is not kept waiting by two hundred greetings at once
  startWithin: 16,
  grace: 60,
  motor: 1.2,
  stops: { depot: [240, 900], serviceArea: [120, 420], rest: 0.5 },
  opensAtDepot: 0.8,
  awake: [30, 60],
  asleep: [120, 300],
  rates: {
    illegalOpening: 0.035,
    tampering: 0.012,
    cutting: 0.004,
    strangeCard: 0.02,
    cardOutsideArea: 0.01,
    swipe: 4,
    wrongPasswords: 0.01,
    motorJam: 0.01,
    deadSpot: 0.5,
    tunnel: 0.8,
  },
};

/** For tests: locks drive, report and obey, and nothing else happens unless it is asked for. */
export const calmPace: Pace = {
  ...demoPace,
  startWithin: 0,
  stops: { depot: [30, 60], serviceArea: [30, 60], rest: 0 },
  opensAtDepot: 0,
  rates: nothing,
};
