import { timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { addressHash } from '../../platform/messages/outbox.ts';
import type { Vault } from '../../platform/vault.ts';

/** What whoever reads at an address may do without a session: have no more mails of alarms, and have them again once asked to. */
export type LeavingDeed = 'leave' | 'return';

/** Of one recipient, at one address: another address has another, and who has this one can do nothing else by it. What is left is the organisation. */
const tokenOf = (vault: Pick<Vault, 'digest'>, deed: LeavingDeed, config: number, address: string): Buffer =>
  vault
    .digest('alarm mail', `${deed} ${config} ${addressHash(vault as Vault, 'mail', address).toString('hex')}`)
    .subarray(0, 24);

const linkOf = (vault: Vault, deed: LeavingDeed, origin: string, config: number, address: string): string =>
  origin && `${origin}/notices/${deed}/${config}.${tokenOf(vault, deed, config, address).toString('base64url')}`;

/** Where a mail says that its reader may have no more of them; '' where nobody said what the console's address is. */
export const leaveLink = (vault: Vault, origin: string, config: number, address: string): string =>
  linkOf(vault, 'leave', origin, config, address);
export const returnLink = (vault: Vault, origin: string, config: number, address: string): string =>
  linkOf(vault, 'return', origin, config, address);

/** Does what a link says. Who shows a wrong one is told nothing else than who shows a right one. */
export const openLeaving =
  ({ platform, vault }: { platform: Pool; vault: Vault }) =>
  async (deed: LeavingDeed, shown: string): Promise<void> => {
    const [, id, mac] = /^(\d{1,15})\.([\w-]{32})$/.exec(shown) ?? [];
    if (id === undefined || mac === undefined) return;
    const { rows } = await platform.query<{ org_id: number; mail_box: string }>(
      'select org_id, mail_box from alarm_config where id = $1',
      [id],
    );
    const [one] = rows;
    if (!one || !timingSafeEqual(tokenOf(vault, deed, Number(id), one.mail_box), Buffer.from(mac, 'base64url'))) return;
    if (deed === 'leave')
      await platform.query(
        'insert into alarm_left (org_id, known_by) values ($1, mail_known_by($1, $2)) on conflict do nothing',
        [one.org_id, one.mail_box],
      );
    // only who was asked comes back
    else
      await platform.query(
        `delete from alarm_left where org_id = $1 and known_by = mail_known_by($1, $2) and exists (
           select from alarm_trouble where config_id = $3 and channel = 'mail' and kind = 'left' and invite_time is not null)`,
        [one.org_id, one.mail_box, id],
      );
  };
