import type { MessagePurpose, MessageState } from '@plomb/contract/messages/messages';
import type { ClientBase } from 'pg';

interface Gone {
  channel: 'mail' | 'sms';
  purpose: MessagePurpose;
  recipient: string;
  state: MessageState;
  answer: string;
  attempts: number;
  hoursAgo: number;
}
const gone: readonly Gone[] = [
  {
    channel: 'mail',
    purpose: 'approval',
    recipient: 'd***@demo.example',
    state: 'sent',
    answer: '250 2.0.0 Ok',
    attempts: 1,
    hoursAgo: 5,
  },
  {
    channel: 'sms',
    purpose: 'contact',
    recipient: '138 **** 2071',
    state: 'sent',
    answer: '202',
    attempts: 1,
    hoursAgo: 26,
  },
  {
    ...{
      channel: 'mail',
      purpose: 'contact',
      recipient: 'z***@demo.example',
      state: 'failed',
      attempts: 1,
      hoursAgo: 27,
    },
    answer: '550 5.1.1 Recipient address rejected: User unknown',
  },
  {
    ...{
      channel: 'sms',
      purpose: 'second_factor',
      recipient: '139 **** 8864',
      state: 'failed',
      attempts: 1,
      hoursAgo: 30,
    },
    answer: '400 number is not in service',
  },
  {
    channel: 'mail',
    purpose: 'approval',
    recipient: 'd***@demo.example',
    state: 'lapsed',
    answer: '451 4.7.1 Greylisted, try again later',
    attempts: 4,
    hoursAgo: 49,
  },
  {
    channel: 'sms',
    purpose: 'test',
    recipient: '138 **** 2071',
    state: 'unknown',
    answer: '',
    attempts: 1,
    hoursAgo: 50,
  },
];

/** What became of messages before: taken over, refused, given up, and one whose end nobody knows. What they said is kept nowhere. */
export const seedMessages = async (db: ClientBase, org: number): Promise<void> => {
  for (const { channel, purpose, recipient, state, answer, attempts, hoursAgo } of gone)
    await db.query(
      `insert into message (org_id, operator_id, oper_name, channel, purpose, recipient, address_hash, state, answer, attempts, create_time,
         expire_time, attempt_time, end_time)
       select $1, o.id, o.oper_name, $2, $3, $4, '', $5, $6, $7, t.at, t.at + interval '10 minutes', t.at, t.at + interval '2 seconds'
         from operator o cross join (select now() - make_interval(hours => $8) as at) t where o.login_name = 'demo'`,
      [org, channel, purpose, recipient, state, answer, attempts, hoursAgo],
    );
};
