import { isTimeZone } from '@plomb/contract/kit/exporting';
import type { ClientBase } from 'pg';
import { type Browser, writeNotice } from '../../platform/messages/outbox.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Written } from './browsers.ts';
import { isWithin, planned } from './pace.ts';
import { clockAt, GRAVEST_FIRST, MANY, OF_USE_S, pastOf, type TellingDeps, waitingOf } from './tell.ts';

interface Kept extends Browser {
  org_id: number;
  zone: string;
  quiet_from: string;
  quiet_until: string;
}

/** Tells one browser what waits for it, as one plan. */
const tellOne = async (
  { vault, escalation, now = () => new Date() }: TellingDeps,
  client: ClientBase,
  id: number,
): Promise<void> => {
  const { rows } = await client.query<Kept>(
    `select p.id, o.id as "personId", p.endpoint_hash, o.oper_name || ' · ' || p.host as recipient, o.org_id, p.zone, p.quiet_from, p.quiet_until
       from push_subscription p join operator o on o.id = p.operator_id where p.id = $1 for no key update of p`,
    [id],
  );
  const [browser] = rows;
  if (!browser) return;
  const seen = await client.query<{ id: number }>(
    `select n.id from alarm_notice n where n.subscription_id = $1 ${GRAVEST_FIRST} limit $2 for update of n`,
    [id, MANY],
  );
  const notices = seen.rows.map((row) => row.id);
  const waiting = await waitingOf(client, notices, escalation());
  const zone = isTimeZone(browser.zone) ? browser.zone : undefined;
  const isQuiet = isWithin(clockAt(now(), zone), browser.quiet_from, browser.quiet_until);
  const { singles, digest, later } = planned(waiting, await pastOf(client, 'subscription_id', id), isQuiet);
  const kept = new Set(later.map(({ notice }) => notice));
  for (const together of [...singles.map((one) => [one]), ...(digest.length > 0 ? [digest] : [])]) {
    const data: Written = {
      alarms: together.map(({ alarm, stage, minutes }) => ({ id: alarm!.id, stage, minutes })),
    };
    const written = await writeNotice(client, vault, {
      ...{ channel: 'push', browser, orgId: browser.org_id, operator: null, purpose: 'alarm', seconds: OF_USE_S },
      ...{ subject: '', text: '', data: { ...data } },
      about: {
        configId: null,
        alarmId: together.length === 1 ? together[0]!.alarm!.id : null,
        told: together.length,
      },
    });
    if ('why' in written && written.why === 'messagesOften') for (const { notice } of together) kept.add(notice);
  }
  await client.query('delete from alarm_notice where id = any($1)', [notices.filter((one) => !kept.has(one))]);
};

/** Writes what waits for browsers into the outbox; one that fails keeps no other waiting. */
export const openTellingBrowsers = (deps: TellingDeps) => async (): Promise<void> => {
  const { rows } = await deps.db.query<{ id: number }>(
    'select distinct subscription_id as id from alarm_notice where subscription_id is not null order by 1',
  );
  for (const { id } of rows)
    await transaction(deps.db, (client) => tellOne(deps, client, id)).catch((err) =>
      deps.log.warn({ err, browser: id }, 'what waits for a browser could not be written, and stays'),
    );
};
