import { z } from 'zod';
import { call, Id, Line, Nothing, Time } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { dictColours } from '../../kit/word.ts';

const Words = z.object({
  zh: Line(60).min(1, { error: 'required' }),
  en: Line(80).min(1, { error: 'required' }),
});
const DictionaryCode = Line(40)
  .min(1, { error: 'required' })
  .regex(/^[a-z][a-z0-9_]*$/, { error: 'dictCode' });
const ItemCode = Line(40)
  .min(1, { error: 'required' })
  .regex(/^[\w.-]+$/, { error: 'code' });

/**
 * `protocol`: the codes are those of devices and programs, no others can be added. `product`: the product needs it,
 * people may add to it. `own`: made by people. Codes of the first two stay as they are.
 */
export const DictOrigin = z.enum(['protocol', 'product', 'own']);
export type DictOrigin = z.output<typeof DictOrigin>;

const dictionaryFields = { dict_code: DictionaryCode, dict_text: Words };
const dictionaryPlain = resource({
  path: 'dictionary',
  menu: 'dictionary',
  title: { zh: '字典', en: 'dictionary' },
  row: { ...dictionaryFields, origin: DictOrigin, items: z.int(), create_time: Time },
  write: dictionaryFields,
  filter: { origin: DictOrigin.optional() },
  sort: ['dict_code', 'origin', 'create_time'],
});

const itemFields = {
  dictionary_id: Id,
  item_code: ItemCode,
  item_text: Words,
  colour: z.enum(dictColours),
  /** false: still shown where it was chosen before, offered no more */
  enabled: z.boolean(),
};
const itemPlain = resource({
  path: 'dictionaryItem',
  menu: 'dictionary',
  title: { zh: '字典项', en: 'dictionary item' },
  row: {
    ...itemFields,
    dict_code: z.string(),
    sort: z.int(),
    /** a code of the product: it keeps its value and cannot be deleted */
    fixed: z.boolean(),
  },
  write: itemFields,
  filter: { dictionary_id: Id.optional() },
  sort: [],
});

/** Every dictionary by its code, with its items in their order. */
export const Dictionaries = z.record(
  z.string(),
  z.object({
    dict_text: Words,
    items: z.array(
      itemPlain.list.output.shape.rows.element.pick({ item_code: true, item_text: true, colour: true, enabled: true }),
    ),
  }),
);
export type Dictionaries = z.output<typeof Dictionaries>;

export const dictionaries = {
  ...dictionaryPlain,
  /**
   * All words at once, after the sign-in; nothing but the version when the caller has them already. Whoever says that it
   * has the words a product begins with (`seedMark`) is told of those dictionaries alone that say something else.
   */
  all: call({
    path: '/dictionary/all',
    title: { zh: '获取全部字典', en: 'Fetch all dictionaries' },
    permit: 'session',
    onWalls: true,
    business: null,
    input: z.object({ version: Line(64).optional(), seeds: Line(64).optional() }),
    output: z.object({ version: z.string(), dictionaries: Dictionaries.nullable() }),
  }),
};

export const dictionaryItems = {
  ...itemPlain,
  /** the items of one dictionary, in their order */
  list: call({
    ...itemPlain.list,
    input: z.object({ dictionary_id: Id }),
    output: itemPlain.list.output.pick({ rows: true }),
  }),
  order: call({
    path: '/dictionaryItem/order',
    title: { zh: '调整字典项顺序', en: 'Order dictionary items' },
    permit: 'dictionary:update',
    business: 'update',
    /** every item of the dictionary, in the wanted order */
    input: z.object({ dictionary_id: Id, ids: z.array(Id).min(1).max(1000) }),
    output: Nothing,
  }),
};
