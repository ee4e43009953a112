import { personNamed } from '../kit/personNamed.ts';
import type { Command } from './command.ts';

/** Who gave an order, and by whose right, where that is another organisation's than those that see its lock. */
export const orderedBy = ({
  oper_name,
  login_name,
  assigned_to,
}: Pick<Command, 'oper_name' | 'login_name' | 'assigned_to'>): string =>
  [personNamed(oper_name, login_name), assigned_to].filter(Boolean).join(' · ');
