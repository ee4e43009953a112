import {
  type DeviceState,
  deviceStates,
  type LockStep,
  lockSteps,
  type Standing,
  StockStatus,
  type StockStep,
  stockStepNames,
} from '../stockSteps.ts';

/** The table of custody as it was agreed, apart from the one the product goes by: whatever does not stand here is refused. */
interface Row {
  from: readonly StockStatus[];
  step: StockStep | LockStep;
  to?: StockStatus;
  in?: readonly DeviceState[];
  makes?: Partial<Standing>;
  /** of what is reported lost */
  ofLost?: true;
  onlyReusable?: true;
}
const rows: readonly Row[] = [
  { from: [1], step: 'stock_in', to: 2 },
  { from: [2], step: 'preliminary_inspection' },
  { from: [2], step: 'issue', to: 3 },
  { from: [3], step: 'receive', to: 4 },
  { from: [3], step: 'return', to: 2 },
  { from: [4], step: 'seal', to: 6 },
  { from: [6], step: 'unseal', to: 7 },
  { from: [7], step: 'seal', to: 6, onlyReusable: true },
  { from: [7], step: 'end_of_use', to: 4, onlyReusable: true },
  { from: [4, 7], step: 'recycle', to: 5 },
  { from: [5], step: 'final_inspection_passed', to: 2, onlyReusable: true },
  { from: [5], step: 'final_inspection_failed', makes: { device_state: 'scrapped' } },
  { from: [6], step: 'scrap', to: 7, makes: { device_state: 'scrapped' } },
  { from: [4], step: 'transfer' },
  { from: [1, 2, 3, 4, 6, 7], step: 'report_lost', in: ['in_use', 'maintenance'], makes: { lost: true } },
  {
    from: [1, 2, 3, 4, 6, 7],
    step: 'report_found',
    in: ['in_use', 'maintenance'],
    ofLost: true,
    makes: { lost: false },
  },
  { from: [1, 2, 3, 4, 5, 7], step: 'to_maintenance', makes: { device_state: 'maintenance' } },
  { from: [1, 2, 3, 4, 5, 7], step: 'from_maintenance', in: ['maintenance'], makes: { device_state: 'in_use' } },
];

/** Where a device stands after a step by that table; null: the table has no such step. */
export const agreed = (standing: Standing, step: StockStep | LockStep): Standing | null => {
  const row = rows.find(
    (one) =>
      one.step === step &&
      one.from.includes(standing.stock_status) &&
      (one.in ?? ['in_use']).includes(standing.device_state) &&
      standing.lost === Boolean(one.ofLost) &&
      (standing.reusable || !one.onlyReusable),
  );
  return row ? { ...standing, ...(row.to && { stock_status: row.to }), ...row.makes } : null;
};

export const everyStep: readonly (StockStep | LockStep)[] = [
  ...stockStepNames,
  ...(Object.keys(lockSteps) as LockStep[]),
];

/** Every way in which a device can stand. */
export const everyStanding: readonly Standing[] = Object.values(StockStatus).flatMap((stock_status) =>
  deviceStates.flatMap((device_state) =>
    [false, true].flatMap((lost) => [true, false].map((reusable) => ({ stock_status, device_state, lost, reusable }))),
  ),
);
