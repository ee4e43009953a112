import type { Call } from '@plomb/contract/call';
import { allCalls, calls } from '@plomb/contract/calls';
import { statusOf } from '@plomb/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from './testing/api.ts';
import { buildOperator, buildOrganisation } from './testing/build.ts';
import type { Caller, Reply } from './testing/client.ts';
import { type FoundMistakes, watchMistakes } from './testing/mistakes.ts';
import { sampleInput, withEachLeaf } from './testing/sampleInput.ts';

/**
 * What strangers and tenants may send to any call: it is refused in the form of every refusal, nothing in the program
 * goes wrong unnoticed, and whoever else calls is answered meanwhile.
 */
let api: TestApi;
let mine: Caller;
let bystander: Caller;
let mistakes: FoundMistakes;
beforeAll(async () => {
  mistakes = watchMistakes();
  api = await startApi();
  const org = await buildOrganisation(api.db);
  mine = await api.signedIn(await buildOperator(api.db, org));
  bystander = await api.signedIn(await buildOperator(api.db, org));
});
afterAll(async () => {
  await api.stop();
  mistakes.stop();
});

/** Calls answered in the envelope; a stream is a matter of its own. */
const answering = allCalls.filter((c) => c.answer !== 'stream');
/** Ends the session that the attack sits in; its texts are no different from those of others. */
const endsSession = new Set(['/login/logout', '/account/endOtherSessions']);
const attacked = answering.filter((c) => !endsSession.has(c.path));

const expectRefusal = (call: Call, reply: Reply, of?: readonly string[]) => {
  const told = `${call.path}: ${JSON.stringify(reply.verify)} ${JSON.stringify(reply.data)}`;
  expect(Object.keys(statusOf), told).toContain(reply.verify.sign);
  expect(reply.verify.sign, told).not.toBe('error');
  expect(reply.status, told).toBe(200);
  if (of) expect(of, told).toContain(reply.verify.sign);
};
const expectUnharmed = async () => {
  expect((await bystander.call(calls.devices.list, {})).verify.sign).toBe('success');
  expect(mistakes.found).toEqual([]);
};

describe('every call refuses a text that cannot be kept', () => {
  const poisons = { NUL: 'seven\0letters', 'half of a pair': 'seven\ud800letters', 'the other half': '\udfff' };
  it.each(Object.entries(poisons))('%s, in every field', async (_, poison) => {
    for (const call of attacked)
      for (const input of withEachLeaf(sampleInput(call.input), () => poison))
        expectRefusal(call, await mine.post(call.path, input as object), ['validation']);
    await expectUnharmed();
  });
});

describe('every call refuses what is of no form', () => {
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  it('JSON a hundred thousand levels deep', async () => {
    for (const call of attacked) {
      const body = JSON.stringify(mine.body({ deep: 1 })).replace('"deep":1', `"deep":${deep(100_000)}`);
      expectRefusal(call, await mine.raw(call.path, body), ['validation']);
    }
    await expectUnharmed();
  });
});

describe('a list under way', () => {
  it('while its connection is lost is refused, and the process lives', async () => {
    const { devices, deviceTypes, manufacturers } = calls;
    const holder = await api.owner.connect();
    const held = new Promise((gone) => holder.once('end', gone));
    await holder.query('begin; lock table device, device_type, manufacturer');
    const asked = [devices, deviceTypes, manufacturers].map((c) => mine.call(c.list, {}));
    const waiting =
      'select count(*) as n from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())';
    await expect.poll(async () => (await api.db.query<{ n: number }>(waiting)).rows[0]?.n).toBe(asked.length);
    await api.database.cutOff();
    for (const { verify } of await Promise.all(asked)) expect(verify.sign).toBe('unavailable');
    await held;
    holder.release(true);
    await expectUnharmed();
  });
});
