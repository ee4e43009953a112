import { type Parameter, type ParameterName, parameterNames } from '@plomb/contract/devices/configuration';
import type { Command } from '@plomb/contract/lock/command';

/** What a configuration is derived from, newest order first. */
export type ConfigurationOrder = Pick<
  Command,
  'kind' | 'args' | 'state' | 'result' | 'oper_name' | 'create_time' | 'answer_time'
>;
export type TypeIntervals = Record<'report_interval' | 'sleep_interval', number>;

/** What an order sets a parameter to; null = it does not set it. */
const setBy = (name: ParameterName, { kind, args }: ConfigurationOrder): number | null => {
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

const under = new Set<Command['state']>(['queued', 'sent', 'uncertain']);

/** Desired, confirmed and read, and how they stand to each other. Of what the lock said, its newest word counts. */
export const configurationOf = (type: TypeIntervals, all: readonly ConfigurationOrder[]): Parameter[] => {
  // a factory reset ends whatever was set or read before it
  const reset = all.findIndex(({ kind, state }) => kind === 'factory_reset' && state === 'answered_ok');
  const orders = reset < 0 ? all : all.slice(0, reset);
  return parameterNames.map((name) => {
    const setting = orders.filter((order) => setBy(name, order) !== null);
    const last = setting.find(({ state }) => under.has(state) || state === 'answered_ok');
    const ordered = last && {
      value: setBy(name, last)!,
      by: 'order' as const,
      oper_name: last.oper_name,
      time: last.create_time,
    };
    const typed =
      name === 'report_interval' || name === 'sleep_interval'
        ? { value: type[name], by: 'type' as const, oper_name: '', time: null }
        : null;
    const wanted = ordered ?? typed;

    const yes = setting.find(({ state, answer_time }) => state === 'answered_ok' && answer_time !== null);
    const confirmed = yes ? { value: setBy(name, yes)!, time: yes.answer_time! } : null;
    const told = orders.find(
      ({ result }) => typeof result?.parameters?.[name as keyof typeof result.parameters] === 'number',
    );
    const parameters = told?.result?.parameters as Partial<Record<ParameterName, number>> | undefined;
    const read = told?.answer_time && parameters ? { value: parameters[name]!, time: told.answer_time } : null;

    const newest = [confirmed, read].filter((one) => one !== null).sort((a, b) => (a.time < b.time ? 1 : -1))[0];
    const standing = ((): Parameter['standing'] => {
      if (last && under.has(last.state)) return 'waiting';
      if (!wanted) return newest ? 'unwanted' : 'unknown';
      if (!newest) return 'unknown';
      return newest.value === wanted.value ? 'same' : 'drift';
    })();
    return { name, wanted, confirmed, read, standing };
  });
};
