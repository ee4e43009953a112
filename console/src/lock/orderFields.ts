import type { LockFamily } from '@plomb/contract/lock/codes';
import { type CommandKind, doubtfulArgs, orderKinds } from '@plomb/contract/lock/orderKinds';
import { areaOf } from './areaTyped.ts';

/** Kinds given from the list of more orders. */
export const listedKinds = (Object.keys(orderKinds) as CommandKind[]).filter(
  (kind) => !['seal', 'unseal'].includes(kind),
);

/** Kinds whose arguments are an outline: they have fields of their own, see `AreaFields`. */
export const isOfArea = (kind: CommandKind): kind is 'set_area' | 'delete_area' =>
  kind === 'set_area' || kind === 'delete_area';

export interface OrderField {
  name:
    | 'report_interval'
    | 'sleep_interval'
    | 'percent'
    | 'mode'
    | 'page'
    | 'interval'
    | 'duration'
    | 'text'
    | 'cards'
    | 'password'
    | 'old_password'
    | 'reason';
  type: 'number' | 'text' | 'lines';
}

const number = (name: OrderField['name']): OrderField => ({ name, type: 'number' });
const fields: Partial<Record<CommandKind, readonly OrderField[]>> = {
  set_intervals: [number('report_interval'), number('sleep_interval')],
  set_low_battery: [number('percent')],
  auto_seal_mode: [number('mode')],
  query_cards: [number('page')],
  track: [number('interval'), number('duration')],
  text: [{ name: 'text', type: 'text' }],
  add_cards: [{ name: 'cards', type: 'lines' }],
  delete_cards: [{ name: 'cards', type: 'lines' }],
  set_unlock_password: [
    { name: 'password', type: 'text' },
    { name: 'old_password', type: 'text' },
  ],
};

/** What an order of the kind asks for. */
export const fieldsOf = (kind: CommandKind): readonly OrderField[] => [
  ...(fields[kind] ?? []),
  ...(orderKinds[kind].guarded ? [{ name: 'reason', type: 'text' } as const] : []),
];

/** What was typed as the call takes it; what was left empty is not sent. */
export const inputOf = (kind: CommandKind, typed: Readonly<Record<string, string>>): Record<string, unknown> => {
  if (isOfArea(kind)) {
    const typedNumber = (typed.number ?? '').trim();
    const number = typedNumber === '' ? undefined : Number(typedNumber);
    if (kind === 'delete_area') return { number, shape: typed.shape ?? 'polygon' };
    return { number, name: (typed.name ?? '').trim(), area: areaOf(typed) };
  }
  const input: Record<string, unknown> = {};
  for (const { name, type } of fieldsOf(kind)) {
    const text = (typed[name] ?? '').trim();
    if (type === 'lines') input[name] = text.split(/[\s,，;；]+/).filter(Boolean);
    else if (text !== '' || name === 'reason') input[name] = type === 'number' ? Number(text) : text;
  }
  return input;
};

/** Whether nobody has seen the family obey just this argument. */
export const isDoubtful = (family: LockFamily, kind: CommandKind, field: string): boolean =>
  doubtfulArgs[family]?.[kind]?.includes(field) ?? false;
