import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { allCalls, calls } from '@plomb/contract/calls';
import type { Call } from '@plomb/contract/kit/call';
import { statusOf } from '@plomb/contract/kit/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { startApi, type TestApi } from '../src/testing/api.ts';
import { buildDevice, buildOperator, buildOrganisation } from '../src/testing/build.ts';
import type { Caller, Reply } from '../src/testing/client.ts';
import { type FoundMistakes, watchMistakes } from '../src/testing/mistakes.ts';
import { openStream } from '../src/testing/openStream.ts';
import { sampleInput, withEachLeaf } from '../src/testing/sampleInput.ts';

/**
 * What strangers and tenants may send to any call: it is refused in the form of every refusal, nothing in the program
 * goes wrong unnoticed, and whoever else calls is answered meanwhile.
 */
let api: TestApi;
let org: number;
let mine: Caller;
let bystander: Caller;
let mistakes: FoundMistakes;
beforeAll(async () => {
  mistakes = watchMistakes();
  api = await startApi();
  org = await buildOrganisation(api.db);
  // the samples name things by the number 1: that shall not be the session of the attack itself
  await api.signedIn(await buildOperator(api.db, org));
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
const endsSession = new Set(['/login/logout', '/account/endOtherSessions', '/wall/open']);
const attacked = answering.filter((c) => !endsSession.has(c.path));

const expectRefusal = (call: Call, reply: Reply, of?: readonly string[]) => {
  const told = `${call.path}: ${JSON.stringify(reply.verify)} ${JSON.stringify(reply.data)}`;
  expect(Object.keys(statusOf), told).toContain(reply.verify.sign);
  expect(reply.verify.sign, told).not.toBe('error');
  expect(reply.status, told).toBe(200);
  if (of) expect(of, told).toContain(reply.verify.sign);
};
/** Sends every call its sample once for each leaf, with that leaf replaced. */
const attackLeaves = async (put: (leaf: unknown) => unknown, of?: readonly string[]) => {
  for (const call of attacked)
    await Promise.all(
      [...withEachLeaf(sampleInput(call.input), put)].map(async (input) =>
        expectRefusal(call, await mine.post(call.path, input as object), of),
      ),
    );
};
const expectUnharmed = async () => {
  expect((await mine.call(calls.preferences.find, {})).verify.sign).toBe('success');
  expect((await bystander.call(calls.devices.list, {})).verify.sign).toBe('success');
  expect(mistakes.found).toEqual([]);
};

describe('every call refuses a text that cannot be kept', () => {
  const poisons = { NUL: 'seven\0letters', 'half of a pair': 'seven\ud800letters', 'the other half': '\udfff' };
  it.each(Object.entries(poisons))('%s, in every field', async (_, poison) => {
    await attackLeaves(() => poison, ['validation']);
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

describe('every call survives a value that fits no column', () => {
  // a leaf of each kind replaced by what its kind never is, or never is so large
  const values: Record<string, unknown> = {
    '2^53': 2 ** 53,
    '-2^53': -(2 ** 53),
    'the largest number': Number.MAX_VALUE,
    'a fraction': 0.1,
    nothing: null,
    'a flag': false,
    'a list': [[]],
    'an object': {},
    'an empty text': '',
    'a text of 20,000 letters': 'x'.repeat(20_000),
    'a text in a form of the database': `'; drop table device; -- \\ {1,2} %_`,
  };
  it.each(Object.entries(values))('%s, in every field', async (_, value) => {
    await attackLeaves(() => value);
    await expectUnharmed();
  });

  it('names that every object has, in every field and as fields', async () => {
    await attackLeaves(() => 'constructor');
    for (const call of attacked)
      expectRefusal(
        call,
        await mine.post(call.path, { ...sampleInput(call.input), constructor: { prototype: { a: 1 } }, toString: 1 }),
      );
    for (const call of attacked) {
      const text = JSON.stringify(mine.body({ x: 1 })).replace('"x":1', '"__proto__":{"page":9}');
      expectRefusal(call, await mine.raw(call.path, text), ['validation']);
    }
    expect(({} as { a?: number }).a).toBeUndefined();
    await expectUnharmed();
  });

  it.each(['9999-12-31T23:59:59.9999999Z', '0001-01-01T00:00:00Z', '9999-12-31', '0001-01-01'])(
    'the end of all time, %s, where a call takes one, also for whoever reads it afterwards',
    async (end) => {
      const isTime = (leaf: unknown) => typeof leaf === 'string' && /^\d{4}-\d\d-\d\d/.test(leaf);
      const put = (leaf: unknown) => (isTime(leaf) && String(leaf).includes('T') === end.includes('T') ? end : leaf);
      for (const call of attacked)
        for (const sample of [sampleInput(call.input), sampleInput(call.input, 'asked')])
          for (const changed of withEachLeaf(sample, put)) {
            const input = changed as object;
            if (!JSON.stringify(input).includes(end)) continue;
            // a deed of the field is told once, by its key
            expectRefusal(call, await mine.post(call.path, 'key' in input ? { ...input, key: randomUUID() } : input));
          }
      for (const call of attacked.filter(({ business }) => business === null))
        for (const input of [{}, sampleInput(call.input)]) expectRefusal(call, await mine.post(call.path, input));
      await expectUnharmed();
    },
  );

  it('numbers of the largest kind a column takes, where a call takes them', async () => {
    await attackLeaves((leaf) => (typeof leaf === 'number' ? Number.MAX_SAFE_INTEGER : leaf));
    await expectUnharmed();
  });
});

describe('rows that hold whatever was let in', () => {
  const odd = [
    'constructor',
    '__proto__',
    '=HYPERLINK("http://x")',
    '<img src=x onerror=alert(1)>',
    '{{7*7}} %s %n',
    `'"\\;--`,
    '\u202Eevil\u2066\uFEFF',
    '\u0001\u001B[31m',
    '{"truncated":',
    '😀'.repeat(10),
  ];

  it('are read back by every list, record and file', async () => {
    const { rows } = await api.db.query<{ id: number }>('select id from role where org_id = $1 limit 1', [org]);
    for (const [i, text] of odd.entries()) {
      const device = await buildDevice(api.db, org);
      await api.db.query('update device set device_name = $2, subject = $2, device_no = $2 where id = $1', [
        device.id,
        text,
      ]);
      await api.db.query('insert into role (org_id, role_name, super_role_id) values ($1, $2, $3)', [
        org,
        text,
        rows[0]?.id,
      ]);
      await api.db.query(
        `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, remark)
         values ($1, $2, 'illegal_unlock', 'critical', now(), now(), $3)`,
        [device.id, org, text],
      );
      await api.db.query(
        `insert into operation_log (org_id, title_zh, title_en, business_type, request_method, operate_url, success,
           request_body, response_body, instruct, operate_name, typed_name)
         values ($1, $2, $2, 'other', 'POST', '/x', true, $2, $2, $2, $2, $2)`,
        [org, text],
      );
      await mine.ok(calls.preferences.update, { name: `odd/${i}`, value: { [`k${i}`]: text } });
    }
    const reading = allCalls.filter(
      (c) => c.answer === 'envelope' && c.business === null && !c.input.safeParse({}).error,
    );
    for (const call of reading) expectRefusal(call, await mine.post(call.path, {}), ['success', 'noPermission']);
    for (const call of reading.filter((c) => 'keyword' in c.input.shape))
      for (const keyword of odd)
        expectRefusal(call, await mine.post(call.path, { keyword }), ['success', 'validation']);
    // what has no list beside it has none of these rows: see domains/imports
    for (const call of allCalls.filter((c) => c.answer === 'file' && fieldsOfFile(c).length > 0))
      for (const format of ['csv', 'xlsx']) {
        const fields = fieldsOfFile(call);
        const words = { a: 'A' };
        const columns = fields.map((field) => ({ field, title: field, words }));
        // who can open is asked of one lock, and what can be opened of one person: see domains/devices
        if (call === calls.openers.export || call === calls.openable.export) continue;
        // a balance is of a time, which it asks for
        const time = call === calls.balances.export ? { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' } : {};
        const reply = await mine.post(call.path, { format, timeZone: 'UTC', columns, ...time });
        expectRefusal(call, reply, ['success']);
        const { url } = reply.data as { url: string };
        const file = await api.app.inject({ url, headers: { authorization: mine.token } });
        expect([call.path, format, file.statusCode]).toEqual([call.path, format, 200]);
      }
    await expectUnharmed();
  });
});

/** the columns a file may have: those of the list beside it that it takes */
const fieldsOfFile = (call: Call): string[] => {
  const list = allCalls.find((c) => c.path === call.path.replace('/export', '/list'));
  const rows = (list?.output as z.ZodObject | undefined)?.shape.rows as z.ZodArray<z.ZodObject> | undefined;
  const takes = (field: string) => call.input.shape.columns?.safeParse([{ field, title: field }]).success;
  return Object.keys(rows?.element.shape ?? {}).filter(takes);
};

describe('a list under way', () => {
  it('while its connection is lost is refused, and the process lives', async () => {
    const { devices, deviceTypes, manufacturers } = calls;
    const holder = await api.owner.connect();
    await holder.query('begin; lock table device, device_type, manufacturer');
    const asked = [devices, deviceTypes, manufacturers].map((c) => mine.call(c.list, {}));
    const waiting =
      'select count(*) as n from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())';
    await expect.poll(async () => (await api.db.query<{ n: number }>(waiting)).rows[0]?.n).toBe(asked.length);
    // those that wait and no other: with the holder gone first, one of them might still get what it asked for
    await api.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    for (const { verify } of await Promise.all(asked)) expect(verify.sign).toBe('unavailable');
    await holder.query('rollback');
    holder.release();
    await expectUnharmed();
  });
});

describe('downloads nobody reads', () => {
  const columns = ['title', 'request_body', 'response_body'].map((field) => ({ field, title: field }));
  const file = { format: 'csv', timeZone: 'UTC', columns } as const;
  let port: number;
  beforeAll(async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    port = (api.app.server.address() as AddressInfo).port;
    await api.db.query(
      `insert into operation_log (org_id, title_zh, title_en, business_type, request_method, operate_url, success, request_body)
       select $1, 'x', 'x', 'other', 'POST', '/x', true, repeat(md5(n::text), 500) from generate_series(1, 2000) n`,
      [org],
    );
  });

  /** asks for a file over a socket and reads nothing of it */
  const unread = async (caller: Caller): Promise<Socket> => {
    const { url } = await caller.ok(calls.operationLogs.export, file);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: ${caller.token}\r\n\r\n`);
    return socket;
  };
  const working = () => api.pools.app.totalCount - api.pools.app.idleCount;

  it('hold neither a connection of the database nor anybody else', async () => {
    const people = await Promise.all(
      Array.from({ length: 12 }, async () => api.signedIn(await buildOperator(api.db, org))),
    );
    const sockets = await Promise.all(people.map(unread));
    // an answer has begun: the file is made and the rest of it waits for its reader
    await Promise.all(sockets.map((socket) => once(socket, 'readable')));
    await expect.poll(working, { timeout: 20_000 }).toBe(0);
    await expectUnharmed();
    for (const socket of sockets) socket.destroy();
  });

  it('are one at a time for one operator', async () => {
    const socket = await unread(mine);
    const fetchNext = async () => {
      const { url } = await mine.ok(calls.operationLogs.export, file);
      return api.app.inject({ url, headers: { authorization: mine.token } });
    };
    // it has begun: whichever is asked for first has the turn
    await once(socket, 'readable');
    expect((await fetchNext()).statusCode).toBe(429);
    socket.destroy();
    await expect.poll(async () => (await fetchNext()).statusCode).toBe(200);
  });
});

describe('connections', () => {
  let hasty: TestApi;
  let port: number;
  beforeAll(async () => {
    hasty = await startApi({ REQUEST_SECONDS: 1 });
    await hasty.app.listen({ port: 0, host: '127.0.0.1' });
    port = (hasty.app.server.address() as AddressInfo).port;
  });
  afterAll(() => hasty.stop());

  const post = 'POST /login/login HTTP/1.1\r\nHost: x\r\n';
  const half = `${post}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
  it.each([
    ['that say nothing', ''],
    ['whose head never ends', `${post}X-Slow: a`],
    ['whose body never ends', half],
  ])('%s are closed', async (_, said) => {
    const sockets = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        socket.resume().write(said);
        return socket;
      }),
    );
    // a byte now and then does not help
    const drip = setInterval(() => {
      for (const socket of sockets) if (said) socket.write('a');
    }, 100);
    // a byte that meets the closing is an error to `once`, and none here
    await Promise.all(
      sockets.map((socket) => socket.closed || new Promise((resolve) => socket.once('close', resolve))),
    );
    clearInterval(drip);
    expect((await hasty.caller().call(calls.session.key, {})).verify.sign).toBe('success');
  });
});

describe('streams', () => {
  let followed: TestApi;
  beforeAll(async () => {
    followed = await startApi();
    await followed.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => followed.stop());

  it('are so many a session, and others of it are told so', async () => {
    followed.params.put('streams_per_session', '20');
    const { port } = followed.app.server.address() as AddressInfo;
    const who = await buildOperator(followed.db, await buildOrganisation(followed.db));
    const caller = await followed.signedIn(who);
    const gone = new AbortController();
    const ask = (by: Caller) => openStream(port, by, gone.signal);
    const answers = await Promise.all(Array.from({ length: 300 }, () => ask(caller)));
    expect(answers.filter((a) => a === 'a stream')).toHaveLength(20);
    expect(answers.filter((a) => a === 'tooMany')).toHaveLength(280);
    expect(await ask(await followed.signedIn(who))).toBe('a stream');
    gone.abort();
  });
});
