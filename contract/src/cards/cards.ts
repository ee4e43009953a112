import { z } from 'zod';
import { call, EnableStatus, Id, Latitude, Line, Longitude, Nothing, Time } from '../kit/call.ts';
import { resource, statusCall } from '../kit/resource.ts';
import { CardNumber } from '../lock/orderKinds.ts';

export const cardTypes = ['single', 'group'] as const;

/**
 * How a card stands to a lock. `wanted`: an order to take it waits or is out, and nothing says that the lock has it. `held`: the
 * lock told of it, or said yes to that order. `doubt`: it was sent the order, and no answer says whether it took it. `leaving`: an
 * order to delete it waits or is out; the card opens the lock still.
 */
export const cardStandings = ['wanted', 'held', 'doubt', 'leaving'] as const;
export type CardStanding = (typeof cardStandings)[number];

/** `known`: how surely the lock holds it, null: it does not; `wanted`: the newest order about it that has not ended. */
export const cardStanding = (
  known: 'told' | 'taken' | 'perhaps' | null,
  wanted: 'add_cards' | 'delete_cards' | null,
): CardStanding => {
  if (wanted === 'delete_cards') return 'leaving';
  if (known === null) return 'wanted';
  return known === 'perhaps' ? 'doubt' : 'held';
};

const written = {
  ic_name: Line(60),
  /** printed on it */
  card_no: Line(32),
  card_type: z.enum(cardTypes),
  /** where it is to be used; null: not said */
  lon: Longitude.nullable(),
  lat: Latitude.nullable(),
  /** metres around that place */
  radius: z.int().min(20).max(100_000).nullable(),
};
/** Beside which field it is said that half a place is none; null: it is whole, or none is said. */
export const placeFault = ({
  lon,
  lat,
  radius,
}: Record<'lon' | 'lat' | 'radius', number | null>): 'lon' | 'lat' | null => {
  if ((lon === null) !== (lat === null)) return lon === null ? 'lon' : 'lat';
  return radius !== null && lon === null ? 'lon' : null;
};
const title = { zh: 'IC 卡', en: 'IC card' };
const plain = resource({
  path: 'card',
  menu: 'card',
  title,
  row: {
    /** whole for those only who may give cards (decision 0047) */
    ic_no: z.string(),
    ...written,
    status: EnableStatus,
    org_name: z.string(),
    /** locks that hold it, may hold it, or are to get it */
    locks: z.int(),
    /** it was deleted while locks held it: gone when each has said that it let it go; null: it was not */
    removing_time: Time.nullable(),
    create_time: Time,
  },
  write: {
    ic_no: z.string({ error: 'cardNumberEmpty' }).trim().min(1, { error: 'cardNumberEmpty' }).pipe(CardNumber),
    ...written,
  },
  filter: {
    status: EnableStatus.optional(),
    card_type: z.enum(cardTypes).optional(),
    /** those that wait until their locks let them go, or those that do not */
    removing: z.boolean().optional(),
  },
  sort: ['ic_name', 'create_time'],
});

export const cards = {
  ...plain,
  add: call({ ...plain.add, input: plain.add.input.extend({ org_id: Id.optional() }) }),
  /** Its number is what locks know it by, and stays. */
  update: call({ ...plain.update, input: plain.update.input.omit({ ic_no: true }) }),
  status: statusCall('card', 'card', title),
  /** Which locks hold it now, or are to. */
  locks: call({
    path: '/card/locks',
    title: { zh: '查看持有 IC 卡的锁', en: 'View locks that hold an IC card' },
    permit: 'card:list',
    business: null,
    input: z.object({ id: Id }),
    output: z.object({
      rows: z.array(
        z.object({
          device_id: Id,
          sn: z.string(),
          device_name: z.string(),
          subject: z.string(),
          standing: z.enum(cardStandings),
          /** since when the lock stands so: its word, or the order */
          time: Time,
        }),
      ),
      /** there are more than are told of */
      more: z.boolean(),
      /** locks out of the reader's sight that took it with them */
      others: z.int(),
    }),
  }),
  /** what the card form offers: the caller's organisations */
  options: call({
    path: '/card/options',
    title: { zh: 'IC 卡选项', en: 'IC card form options' },
    permit: 'card:list',
    business: null,
    input: Nothing,
    output: z.object({
      organizations: z.array(z.object({ id: Id, org_name: z.string(), parent_id: Id.nullable() })),
    }),
  }),
};
