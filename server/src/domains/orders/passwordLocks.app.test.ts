import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Ctx } from '../../platform/serve.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import { disclose } from './disclosure.ts';
import type { Passwords } from './passwords.ts';

/** Whoever writes of a password holds its device first: two that meet come one after the other, and never each behind the other. */
let api: TestApi;
let [org, other, operatorId] = [0, 0, 0];
let lock: BuiltDevice;
let passwords: Passwords;

beforeAll(async () => {
  api = await startApi();
  [org, other] = [await buildOrganisation(api.db), await buildOrganisation(api.db)];
  operatorId = (await buildOperator(api.db, org)).id;
  passwords = api.openPasswords(() => undefined);
});
afterAll(() => api.stop());
beforeEach(async () => {
  lock = await buildDevice(api.db, org, 'jt701');
  await api.db.query('update lock_state set receive_time = now() where device_id = $1', [lock.id]);
  await told('111111');
});

const told = (unlockPassword: string, by = passwords) => {
  const time = Date.now();
  const report = { unlockPassword, authenticated: true, replay: false, deviceTime: time, receiveTime: time };
  return by.keep(lock.id, report);
};
// the owner has one connection, and looks who waits
const givenAway = () => api.db.query('update device set org_id = $2 where id = $1', [lock.id, other]);
const waiting = (many: number) =>
  vi.waitFor(async () => {
    const { rows } = await api.owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rows).toHaveLength(many);
  });

/** A disclosure in the midst of which something else of the same lock begins, and waits. */
const disclosedDuring = async (begun: () => Promise<unknown>) => {
  let meanwhile: Promise<unknown> = Promise.resolve();
  await transaction(api.db, async (client) => {
    const operator = { id: operatorId, operName: 'Chen Bo' };
    const ctx = { client, operator, address: '' } as unknown as Ctx;
    await disclose(ctx, passwords, { org_id: org }, { device_id: lock.id, reason: 'gate' }, async () => {
      meanwhile = begun();
      meanwhile.catch(() => undefined);
      await waiting(1);
      const [until, idempotencyKey] = [new Date(), `during ${lock.id}`];
      return {
        name: 'Li',
        receiverId: null,
        recipient: '',
        channel: 'mail',
        messageId: lock.id,
        until,
        idempotencyKey,
      };
    });
  });
  await meanwhile;
};

it.each(['111111', '222222'])('a disclosure during which the lock tells %s', async (password) => {
  await disclosedDuring(() =>
    told(
      password,
      api.openPasswords(() => undefined),
    ),
  );
});

it('a disclosure during which the device is given away', () => disclosedDuring(givenAway));

it('an alarm for a password that was used, during which the device is given away', async () => {
  await api.owner.query("update unlock_password set state = 'consumed', end_time = now() where device_id = $1", [
    lock.id,
  ]);
  const gate = await api.db.connect();
  try {
    await gate.query('select pg_advisory_lock(4711)');
    await api.owner.query(`create function at_the_gate() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(4711); return new; end $$`);
    await api.owner.query(
      'create trigger at_the_gate before insert on alarm for each row execute function at_the_gate()',
    );
    const leaked = passwords.leaked();
    await waiting(1);
    const given = givenAway();
    await waiting(2);
    await gate.query('select pg_advisory_unlock(4711)');
    const [alarms] = await Promise.all([leaked, given]);
    expect(alarms).toHaveLength(1);
  } finally {
    await api.owner.query('drop function if exists at_the_gate cascade');
    gate.release();
  }
});
