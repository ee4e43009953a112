import { type Downlink, decodeDownlink } from '@plomb/protocols/jointech/downlink';
import { JointechFramer } from '@plomb/protocols/jointech/framer';
import { encodePosition } from '@plomb/protocols/jointech/position';
import { encodeUplink } from '@plomb/protocols/jointech/uplink';
import { MalformedMessage } from '@plomb/protocols/kit/malformed';
import type { Dialect, Heard, Order, Outcome, Report, Sample, Setting } from './dialect.ts';
import { lockEventOf, positionOf, verdictOf } from './jt701Report.ts';
import type { LockState } from './lock.ts';
import type { Change } from './settings.ts';

/** Speaks as a Jointech JT701D: binary positions, text events, and passwords as orders. */
export class Jt701Lock implements Dialect {
  /** It locks itself again about a minute after an unlock that nobody used. */
  readonly traits = { knowsSeal: false, sealsOnClosing: false, resealAfter: 60_000 };
  /** Serials are one byte and some answers name none, so one report is on its way at a time. */
  readonly window = 1;
  private readonly id: string;
  private serial = 0;
  /** the password the platform has confirmed; another one is told until it is confirmed */
  private confirmed: string | null = null;
  private heard: Heard[] = [];
  private framer = this.newFramer();

  constructor(sn: string) {
    this.id = sn.padStart(10, '0');
  }

  greet(lock: LockState): Uint8Array[] {
    this.framer = this.newFramer();
    return [encodeUplink({ kind: 'timeRequest', id: this.id }), ...this.heartbeat(lock)];
  }

  heartbeat(lock: LockState): Uint8Array[] {
    const { id } = this;
    const words = [encodeUplink({ kind: 'heartbeat', id })];
    if (lock.password !== this.confirmed)
      words.push(encodeUplink({ kind: 'dynamicPassword', id, password: lock.password }));
    return words;
  }

  reports(samples: readonly Sample[], late: boolean): Report[] {
    return samples.map((sample) => {
      const { id, serial } = this;
      this.serial = (serial + 1) & 0xff;
      const verdict = sample.happened && verdictOf(sample.happened);
      const bytes = verdict
        ? encodeUplink({ kind: 'lockEvent', id, event: lockEventOf(sample, verdict, serial) })
        : encodePosition(positionOf(sample, id, serial, late));
      return { key: `${serial}`, bytes };
    });
  }

  accepts({ user, password }: Order, lock: LockState): boolean {
    return password === (user === 'dynamic' ? lock.password : lock.settings.staticPassword);
  }

  answer({ user }: Order, outcome: Outcome, lock: LockState): Uint8Array {
    const by = user === 'dynamic' ? 'dynamic' : 'static';
    const ok = outcome === 'done';
    return encodeUplink({ kind: 'unlockReply', id: this.id, by, ok, wrongCount: lock.wrongPasswords });
  }

  hear(chunk: Uint8Array): Heard[] {
    this.heard = [];
    this.framer.push(chunk);
    return this.heard;
  }

  newPassword(pick: (count: number, characters: string) => string): string {
    return pick(6, '0123456789');
  }

  private newFramer(): JointechFramer {
    return new JointechFramer({
      text: (raw) => this.textHeard(raw),
      position: () => undefined,
      refused: () => undefined,
    });
  }

  private textHeard(raw: Uint8Array): void {
    try {
      this.messageHeard(decodeDownlink(raw));
    } catch (error) {
      // A lock drops what it cannot read.
      if (!(error instanceof MalformedMessage)) throw error;
    }
  }

  private messageHeard(message: Downlink): void {
    switch (message.kind) {
      case 'ack':
        this.heard.push({ kind: 'acknowledged oldest' });
        break;
      case 'ackSerial':
        this.heard.push({ kind: 'acknowledged', key: `${message.serial}` });
        break;
      case 'resend':
        this.heard.push({ kind: 'send again', key: `${message.serial}` });
        break;
      case 'dynamicPasswordReceived':
        this.confirmed = message.password;
        break;
      case 'unlock': {
        const { by, password } = message;
        this.heard.push({ kind: 'order', order: { op: 'unseal', user: by, password, serial: null } });
        break;
      }
      case 'setDynamicPassword': {
        const { enabled, fence } = message;
        this.heard.push({
          kind: 'say',
          bytes: encodeUplink({ kind: 'dynamicPasswordMode', id: this.id, enabled, fence }),
        });
        break;
      }
      case 'info':
        this.told({ do: 'ask' }, (_, lock) => this.echo('P01', 'JT701D V1.9.5', `${Math.round(lock.battery)}%`));
        break;
      case 'restart':
        this.told({ do: 'restart' }, done(this.echo('P15')));
        break;
      case 'factoryReset':
        this.told({ do: 'factory reset' }, done(this.echo('P13')));
        break;
      case 'setIntervals': {
        const { seconds, minutes } = message;
        this.told({ do: 'intervals', report: seconds, sleep: minutes * 60 }, this.intervals(1));
        break;
      }
      case 'queryIntervals':
        this.told({ do: 'ask' }, this.intervals(0));
        break;
      case 'setLowBattery': {
        const { percent } = message;
        this.told({ do: 'low battery', percent }, done(this.echo('P61', '1', `${percent}`)));
        break;
      }
      case 'setPassword': {
        const { password, old } = message;
        const answer = (outcome: Outcome) =>
          encodeUplink({ kind: 'passwordReply', id: this.id, ok: outcome === 'done' });
        this.told({ do: 'password', password, old }, answer);
        break;
      }
      case 'addCards':
      case 'deleteCards': {
        const { cards } = message;
        const op = message.kind === 'addCards' ? 'add' : 'delete';
        const answer = (outcome: Outcome) =>
          encodeUplink({ kind: 'cards', id: this.id, op, count: outcome === 'done' ? cards.length : 0, cards: [] });
        this.told({ do: op === 'add' ? 'add cards' : 'delete cards', cards }, answer);
        break;
      }
      case 'queryCards': {
        const { page } = message;
        this.told({ do: 'ask' }, (_, { settings: { cards } }) => {
          const shown = cards.slice((page - 1) * cardsOfPage, page * cardsOfPage);
          return encodeUplink({ kind: 'cards', id: this.id, op: 'query', count: cards.length, cards: shown });
        });
        break;
      }
      case 'setFence':
        this.told({ do: 'set area', area: message.fence }, done(this.echo('P24', '1', `${message.fence}`)));
        break;
      case 'setCorners':
        this.told(
          {
            do: 'draw area',
            area: message.fence,
            page: message.page,
            corners: message.corners.map(({ longitude, latitude }) => [longitude, latitude]),
          },
          done(this.echo('P29', '1', `${message.fence}`, `${message.page}`)),
        );
        break;
      case 'deleteFence':
        this.told({ do: 'delete area', area: message.fence }, done(this.echo('P30', `${message.fence}`)));
        break;
      case 'confineCards':
        this.told(
          { do: message.on ? 'confine cards' : 'release cards' },
          done(this.echo('P58', message.on ? '1' : '0')),
        );
        break;
      case 'commitFences':
        this.told({ do: 'ask' }, done(this.echo('P31')));
        break;
      case 'time':
        // This lock's clock is right, so the platform's word on the time only ends the greeting.
        this.heard.push({ kind: 'ready' });
        break;
    }
  }

  private told(change: Change, answer: Setting['answer']): void {
    this.heard.push({ kind: 'setting', setting: { change, answer } });
  }

  private echo(word: string, ...fields: string[]): Uint8Array {
    return encodeUplink({ kind: 'echo', id: this.id, word, fields });
  }

  /** Whether it took them or not, it tells those that are in force. */
  private intervals(op: 0 | 1): Setting['answer'] {
    return (_, { settings: { report, sleep } }) =>
      encodeUplink({
        kind: 'intervals',
        id: this.id,
        op,
        seconds: report ?? 60,
        minutes: Math.round((sleep ?? 1800) / 60),
      });
  }
}

const cardsOfPage = 20;

/** A word it repeats when it has done so; of what it does not do its maker says no word. */
const done =
  (words: Uint8Array): Setting['answer'] =>
  (outcome) =>
    outcome === 'done' ? words : null;
