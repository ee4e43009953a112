import { lithiumCell } from '@plomb/contract/lock/batteryCurve';
import type { LockReport } from '@plomb/contract/lock/report';
import type {
  CommandQueue,
  CommandReply,
  ConnectionLog,
  Directory,
  KnownDevice,
  NotUnderstoodMessage,
  NotUnderstoodStore,
  OutboundCommand,
  ReportSink,
  Upgrade,
  UpgradeAnswer,
  UpgradeQueue,
  UpgradeWord,
} from '../kit/ports.ts';

/** Its number is enough. */
const open = { batteryCurve: lithiumCell, identityRule: 'open', networks: [], codeGeneration: 0 } as const;

/** The HHD lock and the JT701D of the corpus, and two more. */
export const hhdLock: KnownDevice = {
  id: 1,
  sn: '13900000001',
  family: 'hhd',
  model: 'G-300',
  utcOffsetMinutes: 480,
  ...open,
};
export const otherHhd: KnownDevice = {
  id: 2,
  sn: '13900000002',
  family: 'hhd',
  model: 'G-300',
  utcOffsetMinutes: 480,
  ...open,
};
export const jtLock: KnownDevice = {
  id: 3,
  sn: '8000000001',
  family: 'jt701',
  model: 'JT701D',
  utcOffsetMinutes: 0,
  ...open,
};
export const oldJtLock: KnownDevice = {
  id: 4,
  sn: '8000000002',
  family: 'jt701',
  model: 'JT701D',
  utcOffsetMinutes: 0,
  ...open,
};

/** The JT709A of the corpus, which goes by the phone its frames name. */
export const jointechLock: KnownDevice = {
  ...jtLock,
  id: 6,
  sn: '13900000001',
  family: 'jointech808',
  model: 'JT709A',
};

/** Locks that have to prove who they are. */
export const codeLock: KnownDevice = { ...hhdLock, id: 5, sn: '13900000005', identityRule: 'code' };
export const networkLock: KnownDevice = { ...jtLock, identityRule: 'network', networks: ['127.0.0.2'] };

export class FakeDirectory implements Directory {
  readonly devices = new Map([hhdLock, otherHhd, jtLock, oldJtLock, codeLock].map((one) => [one.sn, one]));
  readonly asked: string[] = [];
  readonly unregistered: string[] = [];
  readonly mismatches: [device: number, claimedSn: string][] = [];
  isAway = false;
  /** an answer is on its way until this resolves */
  underWay: Promise<void> | null = null;

  async find(sn: string): Promise<KnownDevice | null> {
    this.asked.push(sn);
    if (this.isAway) throw new Error('no database');
    const device = this.devices.get(sn) ?? null;
    await this.underWay;
    return device;
  }
  seenUnregistered(sn: string): void {
    this.unregistered.push(sn);
  }
  /** the terminal each device registered as first */
  readonly terminals = new Map<number, string>();
  readonly replacements: [device: number, from: string, by: string][] = [];

  /** how often it was asked for a terminal, and how often at once at most */
  registrations = 0;
  registrationsAtOnce = 0;
  private registering = 0;
  /** registrations are answered after this only */
  slow: Promise<void> | null = null;

  async registered({ id }: KnownDevice, terminal: string): Promise<string> {
    this.registrations++;
    this.registering++;
    this.registrationsAtOnce = Math.max(this.registrationsAtOnce, this.registering);
    await this.slow;
    await new Promise((resolve) => setImmediate(resolve));
    this.registering--;
    if (this.isAway) throw new Error('no database');
    if (!this.terminals.has(id)) this.terminals.set(id, terminal);
    return this.terminals.get(id)!;
  }
  /** Somebody lets another terminal register. */
  forgetTerminal({ id, sn }: KnownDevice): void {
    const device = this.devices.get(sn)!;
    this.devices.set(sn, { ...device, codeGeneration: device.codeGeneration + 1 });
    this.terminals.delete(id);
  }
  replaced({ id }: KnownDevice, from: string, by: string): void {
    this.replacements.push([id, from, by]);
  }
  identityMismatch(device: KnownDevice, claimedSn: string): void {
    this.mismatches.push([device.id, claimedSn]);
  }
}

/** Storage that stores when it is told to; by default at once. */
export class FakeSink implements ReportSink {
  readonly reports: LockReport[] = [];
  /** with `isManual`, in order of arrival: call one to let its report be stored or refused */
  readonly pending: { store(): void; refuse(): void }[] = [];
  isManual = false;
  isAway = false;

  submit(_device: KnownDevice, report: LockReport): Promise<void> {
    this.reports.push(report);
    if (this.isAway) return Promise.reject(new Error('no database'));
    if (!this.isManual) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.pending.push({ store: resolve, refuse: () => reject(new Error('disk full')) });
    });
  }
}

/** Keeps in memory what nobody understood. */
export class FakeNotUnderstood implements NotUnderstoodStore {
  readonly kept: NotUnderstoodMessage[] = [];
  isAway = false;

  async keep(message: NotUnderstoodMessage): Promise<void> {
    if (this.isAway) throw new Error('no database');
    this.kept.push(message);
  }
}

/** A queue in memory that writes down what it is told. */
export class FakeQueue implements CommandQueue {
  readonly commands: OutboundCommand[] = [];
  readonly told: unknown[][] = [];
  claims = 0;
  /** how often it was asked for whom something waits */
  questions = 0;
  isAway = false;
  /** it hands out commands and takes no news of them */
  isDeaf = false;
  /** it takes an answer after this only */
  slow: Promise<void> | null = null;
  private readonly listeners = new Set<(deviceId: number) => void>();

  async waiting(): Promise<readonly number[]> {
    this.questions++;
    if (this.isAway) throw new Error('no database');
    return this.commands.map((one) => one.deviceId);
  }
  async claim(deviceId: number, physicalOnly = false): Promise<OutboundCommand | null> {
    this.claims++;
    if (this.isAway) throw new Error('no database');
    const at = this.commands.findIndex((one) => one.deviceId === deviceId && (one.physical || !physicalOnly));
    return at < 0 ? null : this.commands.splice(at, 1)[0]!;
  }
  sent(commandId: number, serial: number | null): Promise<void> {
    return this.tell('sent', commandId, serial);
  }
  notSent(commandId: number, cause: string): Promise<void> {
    return this.tell('notSent', commandId, cause);
  }
  uncertain(commandId: number): Promise<void> {
    return this.tell('uncertain', commandId);
  }
  async answered(commandId: number, reply: CommandReply): Promise<void> {
    await this.slow;
    return this.tell('answered', commandId, reply);
  }
  onHint(listener: (deviceId: number) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  hint(deviceId: number): void {
    for (const listener of this.listeners) listener(deviceId);
  }

  private async tell(...what: unknown[]): Promise<void> {
    if (this.isDeaf) throw new Error('no database');
    this.told.push(what);
  }
}

export class FakeConnections implements ConnectionLog {
  readonly told: string[] = [];
  connected(deviceId: number): void {
    this.told.push(`+${deviceId}`);
  }
  heard(deviceId: number): void {
    this.told.push(`.${deviceId}`);
  }
  disconnected(deviceId: number): void {
    this.told.push(`-${deviceId}`);
  }
}

/** Firmware in memory; writes down what it is told. */
export class FakeUpgrades implements UpgradeQueue {
  upgrade: Upgrade | null = null;
  readonly said: unknown[][] = [];
  isAway = false;
  claims = 0;

  async waiting(): Promise<readonly number[]> {
    return this.upgrade ? [this.upgrade.deviceId] : [];
  }
  async claim(deviceId: number): Promise<Upgrade | null> {
    this.claims++;
    return this.upgrade?.deviceId === deviceId ? this.upgrade : null;
  }
  async arrived(_id: number, serial: number, parts: number, total: number): Promise<boolean> {
    if (!this.upgrade) return false;
    this.upgrade = { ...this.upgrade, serial, parts };
    this.said.push(['arrived', parts, total]);
    return true;
  }
  async answered(_deviceId: number, answer: UpgradeAnswer): Promise<UpgradeWord> {
    if (this.isAway) throw new Error('no database');
    if (!this.upgrade) return 'not ours';
    this.said.push(['answered', answer]);
    this.upgrade = answer === 'taken' ? { ...this.upgrade, state: 'verifying' } : null;
    return 'kept';
  }
  async told(_deviceId: number, version: string, connectedSince: number): Promise<void> {
    this.said.push(['told', version, connectedSince]);
  }
}
