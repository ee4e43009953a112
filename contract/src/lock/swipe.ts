import { z } from 'zod';
import { Id, Time } from '../kit/call.ts';

/**
 * How a card held to a lock stood to the rules of that moment. `rule`: one let it open there and then. `hand`: no rule is about it, and it was
 * given by an order of its own or was in the lock before anybody asked. Against the rule: `nobody` gave it; `hours`, `period`: not then;
 * `elsewhere`: in an area of other cards; `outside` of all areas. `unsure`: it cannot be said, see `swipeDoubts`.
 */
export const swipeVerdicts = ['rule', 'hand', 'nobody', 'hours', 'period', 'elsewhere', 'outside', 'unsure'] as const;
export type SwipeVerdict = (typeof swipeVerdicts)[number];

/** Those that are against the rule. */
export const againstRule: ReadonlySet<SwipeVerdict> = new Set(['nobody', 'hours', 'period', 'elsewhere', 'outside']);

/**
 * What keeps it from being sure, or from being held against whoever opened: why it cannot be said. `place`: the lock told none with it. `edge`: outside by less than a fix may err. `areas`: the lock may keep areas that
 * no rule knows of. `list`: it never told all its cards. `time`: the word came without a time of its own. Beside `outside` and `elsewhere`,
 * `untold`: so it was, and the lock had not been told yet, so that it was not opened against what it knew.
 */
export const swipeDoubts = ['place', 'edge', 'areas', 'list', 'time', 'untold'] as const;
export type SwipeDoubt = (typeof swipeDoubts)[number];

export const Swipe = z.object({
  verdict: z.enum(swipeVerdicts),
  doubt: z.enum(swipeDoubts).nullable(),
  /** the rule that lets the card open, or that it was against; null: no rule is about the card */
  rule_id: Id.nullable(),
  rule_name: z.string(),
  /** the area it was in; '' = none, or not known */
  area: z.string(),
  /** its rule's period ends then, or for `period` the rule held until then; null: no end */
  until_time: Time.nullable(),
  hours: z.object({ from: z.string(), until: z.string(), time_zone: z.string() }).nullable(),
});
export type Swipe = z.output<typeof Swipe>;
/** Its columns in a file. */
export const swipeFields: ReadonlySet<string> = new Set(['swipe_verdict', 'swipe_doubt', 'swipe_rule']);
