import type { LockFamily } from '@plomb/contract/lock/codes';
import { type CommandKind, doubtfulArgs, orderKinds } from '@plomb/contract/lock/orderKinds';

/** Kinds given from the list of more orders. Areas are drawn on a map, and come with it. */
export const listedKinds = (Object.keys(orderKinds) as CommandKind[]).filter(
  (kind) => !['seal', 'unseal', 'set_area', 'delete_area'].includes(kind),
);
export type ListedKind = (typeof listedKinds)[number];

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
