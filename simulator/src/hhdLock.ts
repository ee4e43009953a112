import { type HhdMessage, hhd } from '@plomb/protocols/hhd/messages';
import { BatchKind } from '@plomb/protocols/jt808/batch';
import { Control } from '@plomb/protocols/jt808/commands';
import { encodeFrame } from '@plomb/protocols/jt808/encode';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { decodeFrame, type Version } from '@plomb/protocols/jt808/header';
import { type Parameter, ParameterId } from '@plomb/protocols/jt808/parameters';
import { RegistrationResult, Result } from '@plomb/protocols/jt808/replies';
import { MalformedMessage } from '@plomb/protocols/kit/malformed';
import type { Dialect, Heard, Order, Outcome, Report, Sample, Setting } from './dialect.ts';
import { type HhdIdentity, hhdLocationOf } from './hhdReport.ts';
import type { LockState } from './lock.ts';
import type { Change } from './settings.ts';

export interface HhdDevice extends HhdIdentity {
  /** the phone number, without the zeros it is padded with on the wire */
  sn: string;
  edition: Version;
  plate: string;
}

const authenticationId = 0x0102;
const instructionId = 0x0310;
/** Locations in one 0x0704: seven of at most 140 bytes stay below the 1,023 a frame can carry. */
const batchSize = 7;
const restartCode = 3;

/** Minutes until an unsealed lock that was not pulled open seals itself (event 0x0014). */
const resealMinutes = 3;

/** Speaks JT/T 808 as a Hhdlink padlock does: register, authenticate, report, obey 0x0310. */
export class HhdLock implements Dialect {
  readonly traits = { knowsSeal: true, sealsOnClosing: false, resealAfter: resealMinutes * 60_000 };
  readonly window = 4;
  private readonly device: HhdDevice;
  private readonly phone: string;
  private serial = 0;
  /** the code of the last registration, which a lock keeps over reconnections */
  private code: string | null = null;
  private heard: Heard[] = [];
  private framer = this.newFramer();

  constructor(device: HhdDevice) {
    this.device = device;
    this.phone = device.sn.padStart(device.edition === 2019 ? 20 : 12, '0');
  }

  greet(): Uint8Array[] {
    this.framer = this.newFramer();
    return [this.code === null ? this.register() : this.authenticate(this.code)];
  }

  heartbeat(): Uint8Array[] {
    return [this.frame({ kind: 'heartbeat', body: new Uint8Array() })];
  }

  reports(samples: readonly Sample[], late: boolean): Report[] {
    const locations = samples.map((sample) => hhdLocationOf(sample, this.device));
    if (!late) return locations.map((body) => this.report({ kind: 'location', body }));
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

  answer(order: Order, outcome: Outcome): Uint8Array {
    return this.reply(order.serial ?? 0, instructionId, outcome === 'done' ? Result.ok : Result.failed);
  }

  hear(chunk: Uint8Array): Heard[] {
    this.heard = [];
    this.framer.push(chunk);
    return this.heard;
  }

  newPassword(pick: (count: number, characters: string) => string): string {
    return pick(8, '1234');
  }

  private newFramer(): Jt808Framer {
    return new Jt808Framer({
      frame: (content) => this.frameHeard(content),
      text: () => undefined,
      refused: () => undefined,
    });
  }

  private frameHeard(content: Uint8Array): void {
    try {
      const { header, body } = decodeFrame(content);
      this.messageHeard(header.serial, header.id, hhd.decode(header.id, header.version, body));
    } catch (error) {
      // A lock drops what it cannot read.
      if (!(error instanceof MalformedMessage)) throw error;
    }
  }

  private messageHeard(serial: number, id: number, message: HhdMessage): void {
    switch (message.kind) {
      case 'registrationReply':
        this.registered(message.body.result, message.body.code);
        break;
      case 'platformReply':
        this.acknowledged(message.body.id, message.body.serial, message.body.result);
        break;
      case 'instruct':
        this.instructed(serial, message.body);
        break;
      case 'setParameters':
        this.told(serial, id, { do: 'intervals', ...intervalsIn(message.body.parameters) });
        break;
      case 'terminalControl': {
        const { command } = message.body;
        if (command === Control.reset) this.told(serial, id, { do: 'restart' });
        else if (command === Control.factoryReset) this.told(serial, id, { do: 'factory reset' });
        else this.say(this.reply(serial, id, Result.unsupported));
        break;
      }
      case 'tracking':
        this.told(serial, id, { do: 'track', every: message.body.seconds, seconds: message.body.validity });
        break;
      case 'text':
        this.told(serial, id, { do: 'text', text: message.body.text });
        break;
      case 'setCircles':
        for (const { id: area } of message.body.circles) this.told(serial, id, { do: 'set area', area });
        break;
      case 'setPolygon':
        this.told(serial, id, { do: 'set area', area: message.body.id });
        break;
      case 'deleteCircles':
      case 'deletePolygons':
        for (const area of message.body.ids) this.told(serial, id, { do: 'delete area', area });
        break;
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
        break;
      case 'queryLocation':
        this.asked(serial, id, (_, sample) => ({
          kind: 'locationReply',
          body: { serial, location: hhdLocationOf(sample(), this.device) },
        }));
        break;
      case 'queryAttributes':
        this.asked(serial, id, () => ({ kind: 'attributes', body: this.attributes() }));
        break;
      default:
        this.say(this.reply(serial, id, Result.unsupported));
    }
  }

  private registered(result: number, code: string): void {
    if (result === RegistrationResult.ok) {
      this.code = code;
      this.say(this.authenticate(code));
    } else {
      this.heard.push({ kind: 'turned away' });
    }
  }

  private acknowledged(id: number, serial: number, result: number): void {
    const isTaken = result === Result.ok || result === Result.alarmHandled;
    const key = keyOf(id, serial);
    if (id === authenticationId) {
      if (isTaken) this.heard.push({ kind: 'ready' });
      else this.say(this.register());
    } else if (isTaken) this.heard.push({ kind: 'acknowledged', key });
    else if (result !== Result.failed) this.heard.push({ kind: 'rejected', key });
  }

  private instructed(serial: number, items: Extract<HhdMessage, { kind: 'instruct' }>['body']): void {
    for (const item of items) {
      if (item.name === 'seal') {
        const { seal, user } = item.value;
        const order: Order = { op: seal ? 'seal' : 'unseal', user, password: null, serial };
        this.heard.push({ kind: 'order', order });
      } else if (item.name === 'reportSeconds' && item.value > 0) {
        this.told(serial, instructionId, { do: 'intervals', report: item.value });
      } else if (item.name === 'control' && item.value === restartCode) {
        this.told(serial, instructionId, { do: 'restart' });
      } else {
        this.say(this.reply(serial, instructionId, Result.unsupported));
      }
    }
  }

  /** What it is told to keep or do is answered by a general reply. */
  private told(serial: number, id: number, change: Change): void {
    const answer = (outcome: Outcome) => this.reply(serial, id, outcome === 'done' ? Result.ok : Result.failed);
    this.heard.push({ kind: 'setting', setting: { change, answer } });
  }

  /** What it is asked is answered by a message of its own. */
  private asked(serial: number, id: number, tell: (lock: LockState, sample: () => Sample) => HhdMessage): void {
    const answer: Setting['answer'] = (outcome, lock, sample) =>
      outcome === 'done' ? this.frame(tell(lock, sample)) : this.reply(serial, id, Result.failed);
    this.heard.push({ kind: 'setting', setting: { change: { do: 'ask' }, answer } });
  }

  private attributes(): Extract<HhdMessage, { kind: 'attributes' }>['body'] {
    const { iccid } = this.device;
    return {
      ...{ kind: 0, maker: 'HHD', model: 'G-360P', terminalId: this.device.sn.slice(-7), iccid },
      ...{ hardware: 'H2', firmware: 'G360P-2.4.1', gnss: 3, communication: 1 },
    };
  }

  private say(bytes: Uint8Array): void {
    this.heard.push({ kind: 'say', bytes });
  }

  private register(): Uint8Array {
    const { edition, sn, plate } = this.device;
    const terminalId = sn.slice(-7);
    const body = { edition, province: 31, city: 115, maker: 'HHD', model: 'G-360P', terminalId, plateColour: 2, plate };
    return this.frame({ kind: 'registration', body });
  }

  private authenticate(code: string): Uint8Array {
    const imei = `86${this.device.sn.padStart(13, '0').slice(-13)}`;
    return this.frame({ kind: 'authentication', body: { code, imei, software: 'G360P-V2.1.8' } });
  }

  private reply(serial: number, id: number, result: number): Uint8Array {
    return this.frame({ kind: 'terminalReply', body: { serial, id, result } });
  }

  private report(message: HhdMessage): Report {
    const { serial } = this;
    return { key: keyOf(hhd.idOf(message), serial), bytes: this.frame(message) };
  }

  private frame(message: HhdMessage): Uint8Array {
    const { edition: version } = this.device;
    const { serial } = this;
    this.serial = (serial + 1) & 0xffff;
    return encodeFrame({ id: hhd.idOf(message), version, phone: this.phone, serial }, hhd.encode(message, version));
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
