import { type Jointech808Message, jointech808 } from '@plomb/protocols/jointech808/messages';
import { decodeText, encodeText } from '@plomb/protocols/jointech808/text';
import { Result } from '@plomb/protocols/jt808/replies';
import type { Order, Outcome, Report, Sample } from './dialect.ts';
import { jointech808LocationOf } from './jointech808Report.ts';
import { Jt808Lock, type Said } from './jt808Lock.ts';

const doorControl = 0x8500;

/** Speaks as a Jointech JT709A: JT/T 808 without a registration, and texts between the frames. */
export class Jointech808Lock extends Jt808Lock {
  /** It locks itself again about a minute after an unlock that nobody used. */
  readonly traits = { knowsSeal: false, sealsOnClosing: false, resealAfter: 60_000 };
  /** of the last order to open it, which says what became of it */
  private ordered = 0;

  constructor(sn: string) {
    super(sn, 2013, jointech808);
  }

  answer(order: Order, outcome: Outcome): Uint8Array {
    return this.reply(order.serial ?? 0, doorControl, outcome === 'done' ? Result.ok : Result.failed);
  }

  newPassword(pick: (count: number, characters: string) => string): string {
    return pick(6, '0123456789');
  }

  protected hello(): Uint8Array[] {
    const time = { direction: 1, serial: '001', word: 'BASE', number: 2, fields: ['TIME'] } as const;
    return [encodeText({ ...time, id: this.sn, fields: [...time.fields] }), ...this.heartbeat()];
  }

  /** What an order opened is told in its answer. */
  protected override live(sample: Sample): Report {
    const { happened } = sample;
    if (happened?.what !== 'unsealed' || happened.by !== 'platform') return super.live(sample);
    const body = { serial: this.ordered, location: this.locationOf(sample) };
    return this.report({ kind: 'vehicleControlReply', body });
  }

  protected locationOf(sample: Sample) {
    return jointech808LocationOf(sample);
  }

  protected attributes(firmware: string | null): Extract<Jointech808Message, { kind: 'attributes' }>['body'] {
    return {
      ...{ kind: 0, maker: 'JT', model: 'JT709A', terminalId: this.sn.slice(-7), iccid: '' },
      ...{ hardware: 'H1', firmware: firmware ?? 'V2.1', gnss: 3, communication: 1 },
    };
  }

  protected ownHeard(serial: number, _id: number, said: Said): boolean {
    const message = said as Jointech808Message;
    if (message.kind !== 'vehicleControl') return false;
    const [door] = message.body.controls;
    // it can be told to open; closing it takes a hand
    if (!door || door.locked) return false;
    this.ordered = serial;
    this.hears({ kind: 'order', order: { op: 'unseal', user: '', password: null, serial } });
    return true;
  }

  protected override textHeard(raw: Uint8Array): void {
    const text = decodeText(raw);
    if (text?.word !== 'BASE') return;
    // Its clock is right: the platform's word on the time only ends the greeting.
    if (text.number === 2 && /^\d{14}$/.test(text.fields[0] ?? '')) this.hears({ kind: 'ready' });
    if (text.number !== 1 || text.direction !== 1) return;
    const words = encodeText({ ...text, direction: 2, fields: ['JT709A', 'V2.1'] });
    // a refusal has no published form
    const answer = (outcome: Outcome) => (outcome === 'done' ? words : null);
    this.hears({ kind: 'setting', setting: { change: { do: 'ask' }, answer } });
  }
}
