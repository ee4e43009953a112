import { type Parameter, type ParameterName, parameterNames } from '@plomb/contract/devices/configuration';
import type { Command } from '@plomb/contract/lock/command';

export type TypeIntervals = Record<'report_interval' | 'sleep_interval', number>;

/** An order for a parameter that waits or is out. */
export type OrderUnderWay = Pick<Command, 'kind' | 'args' | 'oper_name' | 'create_time'>;

type Known = Parameter['confirmed'];
/** Whose order it was, as far as its owner reads it; null = of whoever had the lock before. */
type Wish = { oper_name: string; create_time: string; cancelled: boolean } | null;

/** What is kept of a parameter of the lock, see the migration. */
export interface HeldParameter {
  name: ParameterName;
  confirmed: Known;
  read: Known;
  perhaps: Known;
  /** it was read after that was given */
  settled: boolean;
  confirmed_by: Wish;
  perhaps_by: Wish;
}

/** What an order sets a parameter to; null = it does not set it. */
const setBy = (name: ParameterName, { kind, args }: OrderUnderWay): number | null => {
  const value =
    kind === 'set_intervals' && (name === 'report_interval' || name === 'sleep_interval')
      ? args[name]
      : kind === 'set_low_battery' && name === 'low_battery'
        ? args.percent
        : kind === 'auto_seal_mode' && name === 'auto_seal_mode'
          ? args.mode
          : null;
  return typeof value === 'number' ? value : null;
};

const wishOf = (known: Known, by: Wish): Parameter['wanted'] =>
  known && by && !by.cancelled
    ? { value: known.value, by: 'order', oper_name: by.oper_name, time: by.create_time }
    : null;

/** Wanted, confirmed, read and perhaps set, and how they stand to each other. Of what the lock said its newest word counts. */
export const configurationOf = (
  type: TypeIntervals,
  held: readonly HeldParameter[],
  /** newest first */
  underWay: readonly OrderUnderWay[],
): Parameter[] =>
  parameterNames.map((name) => {
    const kept = held.find((one) => one.name === name);
    const { confirmed = null, read = null, perhaps = null } = kept ?? {};
    const order = underWay.find((one) => setBy(name, one) !== null);
    const wanted: Parameter['wanted'] = order
      ? { value: setBy(name, order)!, by: 'order', oper_name: order.oper_name, time: order.create_time }
      : (wishOf(perhaps, kept?.perhaps_by ?? null) ??
        wishOf(confirmed, kept?.confirmed_by ?? null) ??
        (name === 'report_interval' || name === 'sleep_interval'
          ? { value: type[name], by: 'type', oper_name: '', time: null }
          : null));
    const doubt = kept?.settled ? null : perhaps;
    const newest = [confirmed, read].filter((one) => one !== null).sort((a, b) => (a.time < b.time ? 1 : -1))[0];
    const standing = ((): Parameter['standing'] => {
      if (order) return 'waiting';
      if (doubt) return 'unknown';
      if (!wanted) return newest ? 'unwanted' : 'unknown';
      if (!newest) return 'unknown';
      return newest.value === wanted.value ? 'same' : 'drift';
    })();
    return { name, wanted, confirmed, read, perhaps: doubt, standing };
  });
