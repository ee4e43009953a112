import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { readPidFile } from '../platform/postgres/postmaster.ts';
import { DeviceLine } from './deviceLine.ts';
import { spawnProduct } from './process.ts';

/** reports each lock sends each time it comes */
export const REPORTS_EACH = 8;
/** how often a lock reports under steady load */
const EVERY_MS = 500;
const many = { DEVICE_CONNECTIONS_PER_ADDRESS: '100000' };

/** Many locks whose server is killed while they report; each sends again what was not acknowledged. */
export class KillFleet {
  readonly #lines: Map<string, DeviceLine>;
  #round = 0;

  constructor(phones: readonly string[]) {
    // times advance a second a report and must not reach the future
    const first = Math.floor(Date.now() / 1000) * 1000 - 12 * 3_600_000;
    this.#lines = new Map(phones.map((phone) => [phone, new DeviceLine(phone, first)]));
  }

  get lines(): ReadonlyMap<string, DeviceLine> {
    return this.#lines;
  }

  get acknowledged(): number {
    return this.#sum((line) => line.acked.size);
  }

  /** Everybody connects, repeats what is open and reports anew; resolves when so many more are acknowledged. */
  async report(ports: readonly number[], enough: number): Promise<void> {
    const before = this.acknowledged;
    const lines = [...this.#lines.values()];
    const heard = new Promise<void>((done) => {
      for (const line of lines) line.onAck = () => this.acknowledged - before >= enough && done();
    });
    await this.#speak(ports, lines);
    await heard;
  }

  /** Each reports steadily for so long, whatever becomes of its connections: one that ends is made anew, as a lock does it. */
  async load(ports: readonly number[], seconds: number): Promise<void> {
    const end = Date.now() + seconds * 1000;
    const lead = async (line: DeviceLine, nth: number): Promise<void> => {
      for (let tries = nth; Date.now() < end; tries++) {
        const isThere = await line.connect(portOf(ports, tries)).then(
          () => true,
          () => false,
        );
        if (isThere) line.resend();
        let isClosed = !isThere;
        if (isThere) void line.closed.then(() => (isClosed = true));
        do {
          line.send(1);
          await wait(EVERY_MS);
        } while (!isClosed && Date.now() < end);
      }
    };
    await Promise.all([...this.#lines.values()].map(lead));
  }

  /** The last time: nobody disturbs, and everything is acknowledged, however often a lock has to come again. */
  async finish(ports: readonly number[]): Promise<void> {
    await Promise.all(Array.from(this.#lines.values(), (line, nth) => line.deliver(portOf(ports, nth))));
    this.close();
  }

  close(): void {
    for (const line of this.#lines.values()) line.close();
  }

  closed(): Promise<unknown> {
    return Promise.all([...this.#lines.values()].map((line) => line.closed));
  }

  /** Of what was acknowledged, how much the database has not; and how much it has twice. */
  async check(url: string): Promise<{ acknowledged: number; lost: number; doubled: number }> {
    const db = new Client({ connectionString: url });
    await db.connect();
    const { rows } = await db.query<{ sn: string; serial: number; time: Date; n: string }>(
      `select d.sn, p.serial, p.device_time as time, count(*) as n
       from position p join device d on d.id = p.device_id group by 1, 2, 3`,
    );
    await db.end();
    const found = new Set(rows.map(({ sn, serial, time }) => `${sn}/${serial}/${time.getTime()}`));
    let lost = 0;
    for (const [phone, line] of this.#lines)
      for (const { serial, time } of line.acked.values()) if (!found.has(`${phone}/${serial}/${time}`)) lost++;
    return { acknowledged: this.acknowledged, lost, doubled: rows.filter(({ n }) => Number(n) > 1).length };
  }

  async #speak(ports: readonly number[], lines: readonly DeviceLine[]): Promise<void> {
    this.#round++;
    // each comes to another gateway than the time before
    await Promise.all(lines.map((line, nth) => line.connect(portOf(ports, nth + this.#round))));
    for (const line of lines) {
      line.resend();
      line.send(REPORTS_EACH);
    }
  }

  #sum(of: (line: DeviceLine) => number): number {
    let sum = 0;
    for (const line of this.#lines.values()) sum += of(line);
    return sum;
  }
}

const portOf = (ports: readonly number[], nth: number): number => ports[nth % ports.length] ?? 0;

/** Each kill comes at another point of a batch. */
const enoughIn = (round: number): number => 1 + round * 13;

export const killProduct = async (env: Record<string, string>, fleet: KillFleet, rounds: number): Promise<void> => {
  for (let round = 0; round < rounds; round++) {
    const product = await spawnProduct({ ...many, ...env });
    await fleet.report([product.gatewayPort], enoughIn(round));
    await product.kill();
    fleet.close();
  }
  const product = await spawnProduct({ ...many, ...env });
  await fleet.finish([product.gatewayPort]);
  await product.stop();
};

/** The embedded database is killed under a product that goes on, and comes back by itself. */
export const killDatabase = async (dataDir: string, fleet: KillFleet, rounds: number): Promise<void> => {
  const product = await spawnProduct({ ...many, DATA_DIR: dataDir, DATABASE_URL: '' });
  const postmaster = async (): Promise<number> => {
    const found = await readPidFile(`${dataDir}/pg`);
    return found?.ready ? found.pid : 0;
  };
  for (let round = 0; round < rounds; round++) {
    const pid = await postmaster();
    await fleet.report([product.gatewayPort], enoughIn(round));
    process.kill(pid, 'SIGKILL');
    for (let now = pid; now === pid || now === 0; now = await postmaster()) await wait(50);
    fleet.close();
    await fleet.closed();
  }
  await fleet.finish([product.gatewayPort]);
  await product.stop();
};
