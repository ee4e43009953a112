import { BatchKind } from '@plomb/protocols/jt808/batch';
import { Control } from '@plomb/protocols/jt808/commands';
import { encodeFrame } from '@plomb/protocols/jt808/encode';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { decodeFrame, type Header, type Version } from '@plomb/protocols/jt808/header';
import type { jt808 } from '@plomb/protocols/jt808/messages';
import { type Parameter, ParameterId } from '@plomb/protocols/jt808/parameters';
import { Result } from '@plomb/protocols/jt808/replies';
import { SubPackages } from '@plomb/protocols/jt808/subpackages';
import { UpgradeResult, UpgradeTarget } from '@plomb/protocols/jt808/upgrade';
import { MalformedMessage } from '@plomb/protocols/kit/malformed';
import type { Dialect, Heard, Order, Outcome, Report, Sample, Setting } from './dialect.ts';
import type { LockState, LockTraits } from './lock.ts';
import type { Change } from './settings.ts';

/** Locations in one 0x0704: seven of at most 140 bytes stay below the 1,023 a frame can carry. */
const batchSize = 7;

type Standard = Parameters<(typeof jt808)['encode']>[0];
/** A message of any family: what is in it is known where it is made. */
export interface Said {
  kind: string;
  body: unknown;
}

interface Messages {
  decode(id: number, version: Version, body: Uint8Array): Said;
  encode(message: Said, version: Version): Buffer;
  idOf(message: Said): number;
}

/** What every lock does that speaks JT/T 808: reports, answers, and the settings and questions of the standard. */
export abstract class Jt808Lock implements Dialect {
  abstract readonly traits: LockTraits;
  readonly window = 4;
  protected readonly sn: string;
  protected readonly edition: Version;
  private readonly phone: string;
  private readonly messages: Messages;
  private serial = 0;
  private heard: Heard[] = [];
  private framer = this.newFramer();
  /** of long messages: a firmware goes on where it stopped, also on another connection */
  private readonly parts = new SubPackages({ expiryMillis: 1, maxBytes: 64 * 1024 * 1024 });

  constructor(sn: string, edition: Version, messages: Messages) {
    this.sn = sn;
    this.edition = edition;
    this.phone = sn.padStart(edition === 2019 ? 20 : 12, '0');
    this.messages = messages;
  }

  greet(): Uint8Array[] {
    this.framer = this.newFramer();
    return this.hello();
  }

  heartbeat(): Uint8Array[] {
    return [this.frame({ kind: 'heartbeat', body: new Uint8Array() })];
  }

  reports(samples: readonly Sample[], late: boolean): Report[] {
    if (!late) return samples.map((sample) => this.live(sample));
    const locations = samples.map((sample) => this.locationOf(sample));
    const reports: Report[] = [];
    for (let from = 0; from < locations.length; from += batchSize) {
      const body = { kind: BatchKind.blindSpot, locations: locations.slice(from, from + batchSize) };
      reports.push(this.report({ kind: 'batch', body }));
    }
    return reports;
  }

  accepts(): boolean {
    return true;
  }

  abstract answer(order: Order, outcome: Outcome, lock: LockState): Uint8Array;
  abstract newPassword(pick: (count: number, characters: string) => string): string;

  hear(chunk: Uint8Array): Heard[] {
    this.heard = [];
    this.framer.push(chunk);
    return this.heard;
  }

  /** Words on a fresh connection. */
  protected abstract hello(): Uint8Array[];
  protected abstract locationOf(sample: Sample): unknown;
  /** What a lock of the family does besides the standard; false: it does not know the message. */
  protected abstract ownHeard(serial: number, id: number, message: Said): boolean;
  /** `firmware`: null = that of the factory. */
  protected abstract attributes(firmware: string | null): Extract<Standard, { kind: 'attributes' }>['body'];
  protected live(sample: Sample): Report {
    return this.report({ kind: 'location', body: this.locationOf(sample) });
  }
  protected textHeard(_: Uint8Array): void {}

  private newFramer(): Jt808Framer {
    return new Jt808Framer({
      frame: (content) => this.frameHeard(content),
      text: (raw) => this.textHeard(raw),
      refused: () => undefined,
    });
  }

  private frameHeard(content: Uint8Array): void {
    try {
      const { header, body } = this.whole(decodeFrame(content));
      if (body === null) return;
      const { serial, id } = header;
      const message = this.messages.decode(id, header.version, body);
      if (this.ownHeard(serial, id, message) || this.standardHeard(serial, id, message as Standard)) return;
      this.say(this.reply(serial, id, Result.unsupported));
    } catch (error) {
      // A lock drops what it cannot read.
      if (!(error instanceof MalformedMessage)) throw error;
    }
  }

  /** A part is acknowledged at once; `null`: others are missing. */
  private whole({ header, body }: { header: Header; body: Uint8Array }): { header: Header; body: Uint8Array | null } {
    if (!header.part) return { header, body };
    this.say(this.reply(header.serial, header.id, Result.ok));
    const put = this.parts.add(header, body, 0);
    return put.state === 'whole' ? put : { header, body: null };
  }

  private standardHeard(serial: number, id: number, message: Standard): boolean {
    switch (message.kind) {
      case 'platformReply':
        this.acknowledged(message.body.id, message.body.serial, message.body.result);
        return true;
      case 'setParameters':
        this.told(serial, id, { do: 'intervals', ...intervalsIn(message.body.parameters) });
        return true;
      case 'terminalControl': {
        const { command } = message.body;
        if (command === Control.reset) this.told(serial, id, { do: 'restart' });
        else if (command === Control.factoryReset) this.told(serial, id, { do: 'factory reset' });
        return command === Control.reset || command === Control.factoryReset;
      }
      case 'tracking':
        this.told(serial, id, { do: 'track', every: message.body.seconds, seconds: message.body.validity });
        return true;
      case 'setCircles':
        for (const { id: area } of message.body.circles) this.told(serial, id, { do: 'set area', area });
        return true;
      case 'setPolygon':
        this.told(serial, id, { do: 'set area', area: message.body.id });
        return true;
      case 'deleteCircles':
      case 'deletePolygons':
        for (const area of message.body.ids) this.told(serial, id, { do: 'delete area', area });
        return true;
      case 'upgradePackage':
        this.upgraded(message.body.firmware);
        return true;
      case 'queryAttributes':
        this.asked(serial, id, ({ settings }) => ({ kind: 'attributes', body: this.attributes(settings.firmware) }));
        return true;
      case 'queryAllParameters':
        this.asked(serial, id, ({ settings }) => ({
          kind: 'parametersReply',
          body: {
            serial,
            parameters: [
              dword(ParameterId.heartbeatSeconds, 60),
              dword(ParameterId.sleepReportSeconds, settings.sleep ?? 3600),
              dword(ParameterId.reportSeconds, settings.report ?? 30),
            ],
          },
        }));
        return true;
      case 'queryLocation':
        this.asked(serial, id, (_, sample) => ({
          kind: 'locationReply',
          body: { serial, location: this.locationOf(sample()) },
        }));
        return true;
      default:
        return false;
    }
  }

  /** It says what becomes of it, until that is acknowledged, and starts anew with it. */
  private upgraded(firmware: string): void {
    const answer = (outcome: Outcome) =>
      this.report({
        kind: 'upgradeResult',
        body: {
          target: UpgradeTarget.terminal,
          result: outcome === 'done' ? UpgradeResult.ok : UpgradeResult.failed,
        },
      });
    this.hears({ kind: 'setting', setting: { change: { do: 'upgrade', firmware }, answer } });
  }

  protected acknowledged(id: number, serial: number, result: number): void {
    const isTaken = result === Result.ok || result === Result.alarmHandled;
    const key = keyOf(id, serial);
    if (isTaken) this.hears({ kind: 'acknowledged', key });
    else if (result !== Result.failed) this.hears({ kind: 'rejected', key });
  }

  protected hears(heard: Heard): void {
    this.heard.push(heard);
  }

  protected say(bytes: Uint8Array): void {
    this.hears({ kind: 'say', bytes });
  }

  /** What it is told to keep or do is answered by a general reply. */
  protected told(serial: number, id: number, change: Change): void {
    const answer = (outcome: Outcome) => this.reply(serial, id, outcome === 'done' ? Result.ok : Result.failed);
    this.hears({ kind: 'setting', setting: { change, answer } });
  }

  /** What it is asked is answered by a message of its own. */
  protected asked(serial: number, id: number, tell: (lock: LockState, sample: () => Sample) => Said): void {
    const answer: Setting['answer'] = (outcome, lock, sample) =>
      outcome === 'done' ? this.frame(tell(lock, sample)) : this.reply(serial, id, Result.failed);
    this.hears({ kind: 'setting', setting: { change: { do: 'ask' }, answer } });
  }

  protected reply(serial: number, id: number, result: number): Uint8Array {
    return this.frame({ kind: 'terminalReply', body: { serial, id, result } });
  }

  protected frame(message: Said): Uint8Array {
    const { edition: version, phone, serial, messages } = this;
    this.serial = (serial + 1) & 0xffff;
    return encodeFrame({ id: messages.idOf(message), version, phone, serial }, messages.encode(message, version));
  }

  protected report(message: Said): Report {
    const { serial } = this;
    return { key: keyOf(this.messages.idOf(message), serial), bytes: this.frame(message) };
  }
}

const dword = (id: number, seconds: number) => {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(seconds);
  return { id, value };
};

const intervalsIn = (parameters: readonly Parameter[]): { report?: number; sleep?: number } => {
  const of = (wanted: number) => {
    const value = parameters.find(({ id }) => id === wanted)?.value;
    return value?.length === 4 ? Buffer.from(value).readUInt32BE() : 0;
  };
  const [report, sleep] = [of(ParameterId.reportSeconds), of(ParameterId.sleepReportSeconds)];
  return { ...(report > 0 && { report }), ...(sleep > 0 && { sleep }) };
};

const keyOf = (id: number, serial: number): string => `${id}:${serial}`;
