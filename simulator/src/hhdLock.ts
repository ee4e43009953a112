import { type HhdMessage, hhd } from '@plomb/protocols/hhd/messages';
import type { Version } from '@plomb/protocols/jt808/header';
import { RegistrationResult, Result } from '@plomb/protocols/jt808/replies';
import type { Order, Outcome, Sample } from './dialect.ts';
import { type HhdIdentity, hhdLocationOf } from './hhdReport.ts';
import { Jt808Lock, type Said } from './jt808Lock.ts';

export interface HhdDevice extends HhdIdentity {
  /** the phone number, without the zeros it is padded with on the wire */
  sn: string;
  edition: Version;
  plate: string;
}

const authenticationId = 0x0102;
const instructionId = 0x0310;
const restartCode = 3;

/** Minutes until an unsealed lock that was not pulled open seals itself (event 0x0014). */
const resealMinutes = 3;

/** Speaks JT/T 808 as a Hhdlink padlock does: register, authenticate, report, obey 0x0310. */
export class HhdLock extends Jt808Lock {
  readonly traits = { knowsSeal: true, sealsOnClosing: false, resealAfter: resealMinutes * 60_000 };
  private readonly device: HhdDevice;
  /** the code of the last registration, which a lock keeps over reconnections */
  private code: string | null = null;

  constructor(device: HhdDevice) {
    super(device.sn, device.edition, hhd);
    this.device = device;
  }

  answer(order: Order, outcome: Outcome): Uint8Array {
    return this.reply(order.serial ?? 0, instructionId, outcome === 'done' ? Result.ok : Result.failed);
  }

  newPassword(pick: (count: number, characters: string) => string): string {
    return pick(8, '1234');
  }

  protected hello(): Uint8Array[] {
    return [this.code === null ? this.register() : this.authenticate(this.code)];
  }

  protected locationOf(sample: Sample) {
    return hhdLocationOf(sample, this.device);
  }

  protected ownHeard(serial: number, id: number, said: Said): boolean {
    const message = said as HhdMessage;
    switch (message.kind) {
      case 'registrationReply':
        this.registered(message.body.result, message.body.code);
        return true;
      case 'instruct':
        this.instructed(serial, message.body);
        return true;
      case 'text':
        this.told(serial, id, { do: 'text', text: message.body.text });
        return true;
      default:
        return false;
    }
  }

  protected override acknowledged(id: number, serial: number, result: number): void {
    if (id !== authenticationId) super.acknowledged(id, serial, result);
    else if (result === Result.ok || result === Result.alarmHandled) this.hears({ kind: 'ready' });
    else this.say(this.register());
  }

  private registered(result: number, code: string): void {
    if (result === RegistrationResult.ok) {
      this.code = code;
      this.say(this.authenticate(code));
    } else {
      this.hears({ kind: 'turned away' });
    }
  }

  private instructed(serial: number, items: Extract<HhdMessage, { kind: 'instruct' }>['body']): void {
    for (const item of items) {
      if (item.name === 'seal') {
        const { seal, user } = item.value;
        const order: Order = { op: seal ? 'seal' : 'unseal', user, password: null, serial };
        this.hears({ kind: 'order', order });
      } else if (item.name === 'reportSeconds' && item.value > 0) {
        this.told(serial, instructionId, { do: 'intervals', report: item.value });
      } else if (item.name === 'control' && item.value === restartCode) {
        this.told(serial, instructionId, { do: 'restart' });
      } else {
        this.say(this.reply(serial, instructionId, Result.unsupported));
      }
    }
  }

  protected attributes(firmware: string | null): Extract<HhdMessage, { kind: 'attributes' }>['body'] {
    const { iccid } = this.device;
    return {
      ...{ kind: 0, maker: 'HHD', model: 'G-360P', terminalId: this.device.sn.slice(-7), iccid },
      ...{ hardware: 'H2', firmware: firmware ?? 'G360P-2.4.1', gnss: 3, communication: 1 },
    };
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
}
