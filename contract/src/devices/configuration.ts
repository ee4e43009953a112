import { z } from 'zod';
import { call, Id, Time } from '../kit/call.ts';

/** What a lock is set to, as far as its answers say since the last factory reset that it has answered. */
export const parameterNames = [
  'report_interval',
  'sleep_interval',
  'heartbeat_interval',
  'low_battery',
  'auto_seal_mode',
] as const;
export type ParameterName = (typeof parameterNames)[number];

/**
 * How what is wanted and what is known of the lock stand. `waiting`: an order for it is under way. `unknown`: the lock
 * never told, or an order was sent since and no answer says whether it was taken. `unwanted`: nobody wants anything of it.
 */
export const parameterStandings = ['same', 'drift', 'waiting', 'unknown', 'unwanted'] as const;

const known = z.object({ value: z.int(), time: Time }).nullable();
export const Parameter = z.object({
  name: z.enum(parameterNames),
  /** by the newest order of its owner for it that was not taken back or refused, else by the device type */
  wanted: z
    .object({ value: z.int(), by: z.enum(['order', 'type']), oper_name: z.string(), time: Time.nullable() })
    .nullable(),
  /** the value of the order that the lock answered with yes last */
  confirmed: known,
  /** as the lock itself told it last */
  read: known,
  /** sent after what was confirmed and read, and not answered: the lock may be set to it */
  perhaps: known,
  standing: z.enum(parameterStandings),
});
export type Parameter = z.output<typeof Parameter>;

export const deviceConfiguration = {
  detail: call({
    path: '/device/configuration',
    title: { zh: '查看设备配置', en: 'View the configuration of a device' },
    permit: 'map:list',
    business: null,
    input: z.object({ id: Id }),
    output: z.object({ rows: z.array(Parameter) }),
  }),
};
