import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, authentication, registration, report } from '@plomb/gateway/testing/frames';
import { hhd } from '@plomb/protocols/hhd/messages';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { decodeFrame } from '@plomb/protocols/jt808/header';
import { timeOf } from '@plomb/protocols/jt808/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../src/platform/config.ts';
import { openFolder } from '../src/platform/files/storage/folder.ts';
import { openLog } from '../src/platform/log.ts';
import { type Product, startProduct } from '../src/product.ts';
import { type FreshDatabase, freshDatabase } from '../src/testing/database.ts';

const sn = '13900000077';
const phone = sn.padStart(12, '0');

let database: FreshDatabase;
let product: Product;
let filesDir: string;
beforeAll(async () => {
  database = await freshDatabase();
  filesDir = await mkdtemp(join(tmpdir(), 'plomb-files-'));
  const config = readConfig({ PORT: '0', GATEWAY_PORT: '0', PLOMB_ADMIN_PASSWORD: 'seals-and-locks-7' });
  const secret = { text: 'what the tests seal their secrets with', from: 'the tests' };
  product = await startProduct(config, database.url, secret, await openFolder(filesDir), openLog('silent'));
  await database.pools.owner.query(
    `with t as (insert into device_type (device_type, device_type_name, family, utc_offset_minutes, org_id)
       select 'G-300', 'G-300', 'hhd', 480, id from organisation where parent_id is null returning id, org_id)
     insert into device (org_id, sn, device_name, device_type_id) select org_id, '${sn}', 'lock', id from t`,
  );
});
afterAll(async () => {
  await product.stop();
  await database.drop();
  await rm(filesDir, { recursive: true, force: true });
});

type Heard = ReturnType<typeof hhd.decode>;

/** The other end of a line to the product, from one of the loopback's addresses. */
class Terminal {
  readonly heard: Heard[] = [];
  isClosed = false;
  /** of the frame heard last */
  lastSerial = 0;
  readonly socket: Socket;
  constructor(localAddress: string) {
    this.socket = connect({ port: product.gatewayPort ?? 0, host: '127.0.0.1', localAddress });
    const framer = new Jt808Framer({
      frame: (content) => {
        const { header, body } = decodeFrame(content);
        this.lastSerial = header.serial;
        this.heard.push(hhd.decode(header.id, header.version, body));
      },
      text: () => undefined,
      refused: () => undefined,
    });
    this.socket.on('data', (chunk) => framer.push(chunk));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.isClosed = true;
    });
  }
  say(...frames: Uint8Array[]): void {
    this.socket.write(Buffer.concat(frames));
  }
  of<K extends Heard['kind']>(kind: K): Extract<Heard, { kind: K }>[] {
    return this.heard.filter((one): one is Extract<Heard, { kind: K }> => one.kind === kind);
  }
}

const said = (serial: number, over: Parameters<typeof report>[2] = {}) =>
  report(phone, serial, { time: timeOf(Date.now(), 480), ...over });
const told = async (sql: string) => (await database.pools.owner.query(sql)).rows;
const eventually = (read: () => unknown) => expect.poll(read, { timeout: 20_000 });

it('believes the lock that shows its code, orders it alone, and tells when another place takes over', async () => {
  const impostor = new Terminal('127.0.0.2');
  impostor.say(said(1));
  await eventually(() => impostor.of('platformReply').length).toBe(1);
  expect(await told('select authenticated from position')).toEqual([{ authenticated: false }]);

  const lock = new Terminal('127.0.0.1');
  lock.say(registration(phone, 1));
  await eventually(() => lock.of('registrationReply').length).toBe(1);
  const { code } = lock.of('registrationReply')[0]!.body;
  lock.say(authentication(phone, 2, code), said(3));
  await eventually(() => lock.of('platformReply').length).toBe(2);
  expect(await told('select authenticated from position order by serial')).toEqual([
    { authenticated: false },
    { authenticated: true },
  ]);
  expect(impostor.isClosed).toBe(false);

  // ordered by another process: nobody hints
  await told(
    `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time)
     select d.id, d.org_id, 'seal', true, 'from elsewhere', o.id, o.oper_name, now() + interval '1 hour'
     from device d, operator o limit 1`,
  );
  await eventually(() => lock.of('instruct').length).toBe(1);
  expect(impostor.of('instruct')).toEqual([]);
  // whoever guesses the number of the order answers nothing
  impostor.say(answer(phone, 5, lock.lastSerial, 0), said(6));
  await eventually(() => impostor.of('platformReply').length).toBe(2);
  expect(await told('select state from command')).toEqual([{ state: 'sent' }]);
  lock.say(answer(phone, 4, lock.lastSerial, 0));
  await eventually(() => told('select state from command')).toEqual([{ state: 'answered_ok' }]);

  const again = new Terminal('127.0.0.3');
  again.say(registration(phone, 1, '7777777'));
  await eventually(() => again.of('registrationReply').length).toBe(1);
  expect(again.of('registrationReply')[0]!.body).toMatchObject({ result: 3, code: '' });
  again.say(authentication(phone, 2, code));
  await eventually(() => lock.isClosed).toBe(true);
  await eventually(async () => (await told('select kind from alarm order by kind')).map((row) => row.kind)).toEqual([
    'connection_replaced',
    'identity_mismatch',
  ]);

  await told('update operator set status = 2');
  await told(
    `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time)
     select d.id, d.org_id, 'seal', false, 'by nobody', o.id, o.oper_name, now() + interval '1 hour'
     from device d, operator o limit 1`,
  );
  again.say(said(4));
  await eventually(() => told("select state, cause from command where idempotency_key = 'by nobody'")).toEqual([
    { state: 'cancelled', cause: 'right' },
  ]);
  expect(again.of('instruct')).toEqual([]);

  // a lock that is a moment later where nothing goes as fast is not where it says, or not the lock
  again.say(said(5, { latitude: 39.9, longitude: 116.4, time: timeOf(Date.now() + 2000, 480) }));
  await eventually(() => told("select severity from alarm where kind = 'implausible_jump'")).toEqual([
    { severity: 'warning' },
  ]);
  for (const line of [impostor, lock, again]) line.socket.destroy();
});
