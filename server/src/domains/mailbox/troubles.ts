import { alarmConfigs } from '@plomb/contract/mailbox/alarmConfig';
import type { SentChannel } from '@plomb/contract/messages/channels';
import type { ClientBase, Pool } from 'pg';
import type { Contacts } from '../../people/contacts.ts';
import { grantsSql } from '../../platform/access.ts';
import { coveredAddress, plainAddress } from '../../platform/messages/address.ts';
import { writeNotice } from '../../platform/messages/outbox.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Vault } from '../../platform/vault.ts';
import { type Trouble, wordsOfTrouble } from './texts.ts';

/** Looked after in one turn, and told of one at the most. */
const MANY = 20;
const AT_MOST = 20;
/** So long it is of use, s. */
const OF_USE_S = 24 * 3600;

interface Untold {
  config_id: number;
  org_id: number;
  channel: SentChannel;
  kind: Trouble['kind'];
  config_name: string;
  org_name: string;
  mail_box: string;
  phone: string;
  way: string | null;
  reached: boolean;
}

/** Who looks after the recipients of an organisation, with how far above it they are: those next to it first. */
const keepersOf = async (client: ClientBase, org: number): Promise<{ id: number; above: number }[]> => {
  const { rows } = await client.query<{ id: number; above: number }>(
    `with recursive up as (
       select id, parent_id, 0 as above from organisation where id = $1
       union all select o.id, o.parent_id, up.above + 1 from organisation o join up on o.id = up.parent_id)
     select p.id, up.above from operator p join up on up.id = p.org_id where p.status = 1 and organisation_enabled(p.org_id)
       and $2 = any (${grantsSql('p.role_id')}) order by up.above, p.id`,
    [org, alarmConfigs.update.permit],
  );
  return rows;
};

interface Deps {
  db: Pool;
  vault: Vault;
  contacts: Pick<Contacts, 'reached'>;
  /** of the console; '' = not known */
  origin: string;
}

/** Tells those who look after it, where they have proved to be reached and not by the way that fails; the nearest who are. How many. */
const tellOf = async ({ vault, contacts, origin }: Deps, client: ClientBase, one: Untold): Promise<number> => {
  const failing = one.channel === 'mail' ? one.mail_box : one.channel === 'sms' ? one.phone : '';
  const address =
    one.channel === 'mail' || one.channel === 'sms' ? coveredAddress(one.channel, failing) : (one.way ?? '');
  const link = origin && `${origin}/alarmConfig?id=${one.config_id}`;
  const keepers = await keepersOf(client, one.org_id);
  for (const people of Map.groupBy(keepers, ({ above }) => above).values()) {
    const ids = people.map(({ id }) => id);
    const told = new Set<number>();
    for (const channel of ['mail', 'sms'] as const)
      for (const person of await contacts.reached(ids, channel)) {
        if (told.size >= AT_MOST || told.has(person.operatorId)) continue;
        if (channel === one.channel && plainAddress(channel, person.address) === plainAddress(channel, failing))
          continue;
        const words = wordsOfTrouble(person.lang, { ...one, address }, link);
        const written = await writeNotice(client, vault, {
          ...{ orgId: one.org_id, operator: null, channel, address: person.address, purpose: 'delivery' },
          ...{ subject: words.subject, text: channel === 'sms' ? words.short : words.text, seconds: OF_USE_S },
        });
        if ('id' in written) told.add(person.operatorId);
      }
    if (told.size > 0) return told.size;
  }
  return 0;
};

/**
 * Administrators are told of each way of a recipient that fails or was left, once, by another way than that. In the console it
 * stands until it is mended, also where nobody could be told.
 */
export const openTroubles = (deps: Deps) => (): Promise<void> =>
  transaction(deps.db, async (client) => {
    const { rows } = await client.query<Untold>(
      `select t.config_id, t.org_id, t.channel, t.kind, c.config_name, g.org_name, c.mail_box, c.phone, w.recipient as way,
           alarm_recipients_reached(t.org_id) as reached
         from alarm_trouble t join alarm_config c on c.id = t.config_id join organisation g on g.id = t.org_id
           left join alarm_way w on w.config_id = t.config_id and w.channel = t.channel
        where t.told_time is null order by t.since limit ${MANY} for update of t skip locked`,
    );
    for (const one of rows)
      await client.query(
        'update alarm_trouble set told_time = now(), told = $3 where config_id = $1 and channel = $2',
        [...[one.config_id, one.channel], await tellOf(deps, client, one)],
      );
  });
