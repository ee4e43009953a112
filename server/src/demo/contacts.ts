import type { MessageChannel } from '@plomb/contract/messages/channels';
import type { ClientBase, Pool } from 'pg';
import { openContacts } from '../people/contacts.ts';
import type { Vault } from '../platform/vault.ts';

const reached: readonly { login: string; channel: MessageChannel; address: string }[] = [
  { login: 'demo', channel: 'mail', address: 'demo@demo.example' },
  { login: 'demo', channel: 'sms', address: '13812342071' },
  { login: 'duty', channel: 'mail', address: 'duty@demo.example' },
  { login: 'guard', channel: 'sms', address: '13612345518' },
];

/** Where people of the demonstration are reached, as if each had typed the code that was sent there. */
export const seedContacts = async (db: Pool | ClientBase, vault: Vault): Promise<void> => {
  const contacts = openContacts(db, vault, { spend: async () => true });
  // codes of the second factor may come to these by a message
  await db.query(
    'update role set second_factor_by_message = true where id in (select role_id from operator where login_name = any($1) and demo)',
    [['duty', 'guard']],
  );
  for (const { login, channel, address } of reached) {
    const { rows } = await db.query<{ id: number }>('select id from operator where login_name = $1 and demo', [login]);
    for (const { id } of rows) {
      await contacts.begin(id, channel, address);
      await contacts.confirm(id, '', 'zh');
    }
  }
};
