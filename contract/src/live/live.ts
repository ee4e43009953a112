import { z } from 'zod';
import { Alarm } from '../alarms/alarms.ts';
import { Id, streamCall } from '../kit/call.ts';
import { Command } from '../lock/command.ts';
import { MapLock } from '../map/map.ts';

/** Locks that one stream brings by id; who wants more takes all. */
export const MOST_WATCHED = 5000;

/** Locks of one stream that are told at once; of more, the rest come once a second as all others do. */
export const MOST_OPEN = 50;

/** The fields of a lock that changed. */
export const LockPatch = MapLock.partial().required({ id: true });
export type LockPatch = z.output<typeof LockPatch>;

/**
 * One event of the stream: name and data. `resync`: the gap is too long to replay, fetch the lists again.
 * `locks` comes once a second, the last value of a lock winning, and of a lock that is `open` at once. What is `removed` is taken out before `locks` are
 * put in. Alarms and commands come at once.
 * `personal`: what only this operator sees of its own changed, friends and applications.
 * `rights` comes first, and again whenever what the operator may do has changed: another mark than before means that
 * the permissions are to be fetched again. `dictionaries` and `params` tell everybody that words or parameters have
 * changed.
 */
export const LiveEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('hello'), data: z.object({ epoch: z.string(), seq: z.int() }) }),
  z.object({ event: z.literal('resync'), data: z.object({ epoch: z.string(), seq: z.int() }) }),
  z.object({
    event: z.literal('locks'),
    data: z.object({ seq: z.int(), locks: z.array(LockPatch), removed: z.array(Id) }),
  }),
  z.object({ event: z.literal('alarm'), data: z.object({ seq: z.int(), alarm: Alarm }) }),
  z.object({ event: z.literal('command'), data: z.object({ seq: z.int(), command: Command }) }),
  z.object({ event: z.literal('rights'), data: z.object({ mark: z.string() }) }),
  z.object({ event: z.literal('dictionaries'), data: z.object({ version: z.string() }) }),
  z.object({ event: z.literal('params'), data: z.object({}) }),
  z.object({ event: z.literal('personal'), data: z.object({}) }),
  z.object({ event: z.literal('end'), data: z.object({ reason: z.literal('session') }) }),
]);
export type LiveEvent = z.output<typeof LiveEvent>;

export const live = {
  /** Open to every session, for `rights`; locks need `map:list` beside it, commands that or `order:list`, alarms `alarm:list`. */
  stream: streamCall({
    path: '/live/stream',
    title: { zh: '实时数据', en: 'Live stream' },
    permit: 'session',
    onWalls: true,
    business: null,
    input: z.object({
      /** only these locks; absent = every lock the operator may see; empty = none */
      ids: z.array(Id).max(MOST_WATCHED).optional(),
      /** of those locks the ones that somebody has open before them */
      open: z.array(Id).max(MOST_OPEN).default([]),
      alarms: z.boolean().default(true),
      commands: z.boolean().default(true),
      /** where the stream broke off: the `epoch` and the last `seq` seen */
      epoch: z.string().max(40).optional(),
      since: z.int().min(0).optional(),
    }),
    output: LiveEvent,
  }),
};
