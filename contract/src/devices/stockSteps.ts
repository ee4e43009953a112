import { z } from 'zod';

/** Where a device is in stock keeping. Numbers of the specification, section 4. */
export const StockStatus = {
  notUsed: 1,
  inventory: 2,
  issued: 3,
  used: 4,
  recycled: 5,
  sealing: 6,
  opening: 7,
} as const;
export type StockStatus = (typeof StockStatus)[keyof typeof StockStatus];
export const StockStatusCode = z.literal(Object.values(StockStatus));

/** What a device is good for, beside where it is: a number that is scrapped is never used again. */
export const deviceStates = ['in_use', 'maintenance', 'scrapped'] as const;
export type DeviceState = (typeof deviceStates)[number];

/** All of a device that its next step depends on. */
export interface Standing {
  stock_status: StockStatus;
  device_state: DeviceState;
  lost: boolean;
  /** of its type: it can be sealed again once it was opened */
  reusable: boolean;
}

interface Step {
  from: readonly StockStatus[];
  /** from these only what can be used again */
  reusableFrom?: readonly StockStatus[];
  /** none: where the device is stays */
  to?: StockStatus;
  /** the states in which it may be taken; without it `in_use` */
  in?: readonly DeviceState[];
  makes?: DeviceState;
  /** taken of devices that are reported lost, and of no others */
  ofLost?: true;
  /** what becomes of "lost" */
  lost?: boolean;
}

const { notUsed, inventory, issued, used, recycled, sealing, opening } = StockStatus;

const losable = [notUsed, inventory, issued, used, sealing, opening] as const;

/** Steps that people take. Any pair of status and step that does not stand here is refused. */
export const stockSteps = {
  stock_in: { from: [notUsed], to: inventory },
  preliminary_inspection: { from: [inventory] },
  issue: { from: [inventory], to: issued },
  receive: { from: [issued], to: used },
  return: { from: [issued], to: inventory },
  end_of_use: { from: [opening], reusableFrom: [opening], to: used },
  recycle: { from: [used, opening], to: recycled },
  final_inspection_passed: { from: [recycled], reusableFrom: [recycled], to: inventory },
  final_inspection_failed: { from: [recycled], makes: 'scrapped' },
  /** its seal is broken and replaced where it is */
  scrap: { from: [sealing], to: opening, makes: 'scrapped' },
  transfer: { from: [used] },
  /** also where no stock is kept: a stolen lock must not be opened from afar */
  report_lost: { from: losable, in: ['in_use', 'maintenance'], lost: true },
  report_found: {
    from: losable,
    in: ['in_use', 'maintenance'],
    ofLost: true,
    lost: false,
  },
  to_maintenance: { from: [notUsed, inventory, issued, used, recycled, opening], makes: 'maintenance' },
  from_maintenance: {
    from: [notUsed, inventory, issued, used, recycled, opening],
    in: ['maintenance'],
    makes: 'in_use',
  },
} as const satisfies Record<string, Step>;
export type StockStep = keyof typeof stockSteps;
export const stockStepNames = Object.keys(stockSteps) as StockStep[];

/** After it a number is never used again. */
export const scraps = (step: StockStep): boolean => (stockSteps[step] as Step).makes === 'scrapped';

/** What the lock's own word moves. A word in any other status moves nothing: evidence never rewrites custody. */
export const lockSteps = {
  seal: { from: [used, opening], reusableFrom: [opening], to: sealing },
  unseal: { from: [sealing], to: opening },
} as const satisfies Record<string, Step>;
export type LockStep = keyof typeof lockSteps;

/** Why the table has no such step for a device; entries of `errors`. */
export type StepRefusal =
  | 'stockStep'
  | 'deviceScrapped'
  | 'deviceLost'
  | 'deviceNotLost'
  | 'deviceInMaintenance'
  | 'deviceNotInMaintenance'
  | 'deviceSingleUse';

/** Where a device stands after a step, or why it cannot be taken. */
export const stepped = (
  standing: Standing,
  step: StockStep | LockStep,
): { standing: Standing } | { refusal: StepRefusal } => {
  const {
    from,
    reusableFrom = [],
    to,
    in: states = ['in_use'],
    makes,
    ofLost,
    lost,
  }: Step = { ...stockSteps, ...lockSteps }[step];
  const { stock_status, device_state } = standing;
  if (device_state === 'scrapped') return { refusal: 'deviceScrapped' };
  if (standing.lost !== Boolean(ofLost)) return { refusal: standing.lost ? 'deviceLost' : 'deviceNotLost' };
  if (!from.includes(stock_status)) return { refusal: 'stockStep' };
  if (reusableFrom.includes(stock_status) && !standing.reusable) return { refusal: 'deviceSingleUse' };
  if (!states.includes(device_state))
    return { refusal: device_state === 'maintenance' ? 'deviceInMaintenance' : 'deviceNotInMaintenance' };
  return {
    standing: {
      ...standing,
      stock_status: to ?? stock_status,
      device_state: makes ?? device_state,
      lost: lost ?? standing.lost,
    },
  };
};

/** The steps that can be taken of a device now. */
export const stepsOf = (standing: Standing): StockStep[] =>
  stockStepNames.filter((step) => 'standing' in stepped(standing, step));

export const preliminaryChecks = ['heard', 'battery', 'firmware', 'alarms'] as const;
export type PreliminaryCheck = (typeof preliminaryChecks)[number];

/** What the preliminary inspection of an electronic lock looks at. */
export interface Inspected {
  /** seconds since it was last heard; null = never */
  silence: number | null;
  /** battery %, null = never told */
  electric: number | null;
  /** firmware version, '' = not known */
  ver: string;
  /** alarms nobody has processed, without mere notices */
  alarms: number;
}
export interface InspectionLimits {
  /** minutes */
  heard: number;
  /** battery % */
  battery: number;
  firmware: boolean;
}

/** The checks a lock does not pass; none: it is fit to be issued. */
export const failedChecks = (lock: Inspected, limits: InspectionLimits): PreliminaryCheck[] => {
  const passed: Record<PreliminaryCheck, boolean> = {
    heard: lock.silence !== null && lock.silence <= limits.heard * 60,
    battery: lock.electric !== null && lock.electric >= limits.battery,
    firmware: !limits.firmware || lock.ver !== '',
    alarms: lock.alarms === 0,
  };
  return preliminaryChecks.filter((check) => !passed[check]);
};
