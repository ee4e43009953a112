import { LockStatus } from '@plomb/contract/lock/codes';
import { type Act, Script } from './behaviour.ts';
import { Conversation, type Surroundings } from './conversation.ts';
import type { FleetLock, Habit, Manner } from './demoFleet.ts';
import type { Dialect, Order, Outcome, Sample, Setting } from './dialect.ts';
import { type Happening, type LockInput, type LockState, type LockTraits, type Mover, newLock, step } from './lock.ts';
import type { Random } from './random.ts';
import { regions } from './roads/regions.ts';
import { type Change, factorySettings, type LockSettings } from './settings.ts';
import type { Vehicle } from './vehicle.ts';

/** Seconds a lock takes that answers late: the platform has given up waiting by then. */
const lateBy = 70;
const secondsPerHour = 3600;

export type ReceivedCommand = Order & { at: number };
export type ReceivedChange = Change & { at: number };

/** How a lock was heard last. */
export interface Stood {
  status: LockStatus;
  /** '' = it has not said */
  firmware: string;
  /** its cards and areas; null = it was never heard */
  keeps: Pick<LockSettings, 'cards' | 'areas' | 'confined'> | null;
}

/** One lock on one vehicle: what happens to it, what it has to tell, what it is told to do. */
export class VirtualLock {
  readonly sn: string;
  readonly vehicle: Vehicle;
  readonly commands: ReceivedCommand[] = [];
  readonly changes: ReceivedChange[] = [];
  manner: Manner;
  state: LockState;
  private readonly dialect: Dialect;
  private readonly around: Surroundings;
  private readonly script: Script;
  private readonly talk: Conversation;
  private readonly holder: Mover;
  private readonly altitude: number;
  /** seconds until it is heard the first time; null = as its pace has it */
  private readonly asleep: number | null;
  private isAsleep = false;
  private lastTick: number;
  private noFixUntil = 0;
  private callOffTick: () => void = () => undefined;
  private readonly timers = new Set<() => void>();

  constructor(device: FleetLock, dialect: Dialect, vehicle: Vehicle, around: Surroundings, stood?: Stood) {
    const { random } = around;
    this.sn = device.sn;
    this.manner = device.manner;
    this.altitude = regions[device.org].altitude;
    this.asleep = device.asleep === undefined ? null : device.asleep * secondsPerHour;
    this.dialect = dialect;
    this.vehicle = vehicle;
    this.around = around;
    this.holder = { by: random.chance(0.7) ? 'card' : 'bluetooth', actor: random.text(8, '0123456789') };
    this.script = new Script(device.habit, around.pace, random, this.holder);
    this.state = newLock({
      battery: batteryOf(device.habit, random),
      password: this.newPassword(),
      ...standing(stood, device, dialect.traits),
    });
    this.lastTick = around.clock.now();
    this.talk = new Conversation(dialect, around, {
      lockState: () => this.state,
      ordered: (order) => this.ordered(order),
      told: (setting) => this.told(setting),
      // The pace of recording without network is a slow one.
      ready: () => this.tickLater(),
    });
  }

  get isConnected(): boolean {
    return this.talk.isConnected;
  }

  /** Switches it on: it says in which state it is put to work, and dials. */
  start(): void {
    this.later(this.asleep ?? this.around.random.between(0, this.around.pace.startWithin), () => {
      this.lastTick = this.around.clock.now();
      this.putToWork();
      this.talk.open();
      this.tickLater();
    });
  }

  private putToWork(): void {
    const { shackle, sealed } = this.state;
    if (this.vehicle.phase === 'driving') {
      if (shackle === 'open') this.feed({ do: 'close' });
      if (!sealed) this.feed({ do: 'seal', ...this.holder });
    } else if (shackle === 'closed' && this.state.settings.cards.length === 0) {
      this.feed({ do: 'unseal', ...this.holder });
      if (this.around.random.chance(0.5)) this.feed({ do: 'open' });
    }
  }

  stop(): void {
    for (const callOff of this.timers) callOff();
    this.timers.clear();
    this.talk.close();
  }

  /** Something happens to the lock; what it has to tell is put on its way. */
  feed(input: LockInput): void {
    const { state, happened } = step(this.state, input, this.around.clock.now(), this.dialect.traits);
    this.state = state;
    for (const one of happened) this.talk.tell(this.sample(one));
    // A password that may have been used up is followed by another.
    if (happened.some((one) => one.what === 'unsealed'))
      this.feed({ do: 'new password', password: this.newPassword() });
  }

  /** Somebody holds a card to it. */
  swipe(card: string): void {
    const { lon, lat } = this.vehicle.place;
    this.feed({ do: 'swipe', card, at: [lon, lat] });
  }

  goOffline(): void {
    this.talk.close();
  }

  wake(): void {
    this.isAsleep = false;
    this.talk.open();
  }

  private later(seconds: number, run: () => void): () => void {
    const cancel = this.around.clock.after(seconds * 1000, () => {
      this.timers.delete(cancel);
      run();
    });
    this.timers.add(cancel);
    return () => {
      cancel();
      this.timers.delete(cancel);
    };
  }

  private tickLater(): void {
    const { pace, random } = this.around;
    const moving = this.vehicle.phase === 'driving' ? pace.report : pace.parkedReport;
    const range = this.talk.isReady ? moving : pace.memoryReport;
    this.callOffTick();
    this.callOffTick = this.later(this.reportEvery ?? random.between(...range), () => this.tick());
  }

  /** As it was told; null: as its pace has it. */
  private get reportEvery(): number | null {
    const { tracking, report } = this.state.settings;
    return tracking && this.around.clock.now() < tracking.until ? tracking.every : report;
  }

  private tick(): void {
    const now = this.around.clock.now();
    const seconds = (now - this.lastTick) / 1000;
    this.lastTick = now;
    this.vehicle.advance(seconds);
    if (!this.isAsleep) this.live(now, seconds);
    this.tickLater();
  }

  private live(now: number, seconds: number): void {
    this.feed({ do: 'wait' });
    const { phase, leavesIn } = this.vehicle;
    for (const act of this.script.next({ now, phase, leavesIn, lock: this.state }, seconds)) this.perform(act);
    if (this.isAsleep) return;
    this.talk.tell(this.sample(null));
    this.talk.keepAlive();
  }

  private perform(act: Act): void {
    switch (act.act) {
      case 'lock':
        this.feed(act.input);
        break;
      case 'swipe':
        this.swipe(act.card);
        break;
      case 'draw':
        if (this.state.motor !== 'locked') this.feed({ do: 'open' });
        break;
      case 'halt':
        this.vehicle.halt(act.seconds);
        break;
      case 'tunnel':
        this.noFixUntil = this.around.clock.now() + act.seconds * 1000;
        break;
      case 'dead spot':
        this.talk.close();
        this.later(act.seconds, () => this.wake());
        break;
      case 'sleep': {
        const { from } = act;
        const seconds = this.state.settings.sleep ?? act.seconds;
        this.isAsleep = true;
        this.talk.close();
        this.later(seconds, () => {
          this.wake();
          if (from) this.feed({ do: 'wake', from });
        });
        break;
      }
    }
  }

  private sample(happened: Happening | null): Sample {
    const now = this.around.clock.now();
    const { random } = this.around;
    const { lon, lat, speed, heading } = this.vehicle.place;
    return {
      at: now,
      lon,
      lat,
      speed,
      heading,
      altitude: this.altitude,
      fix: now >= this.noFixUntil,
      mileage: this.vehicle.mileage,
      satellites: random.whole(8, 17),
      signal: random.whole(14, 29),
      cell: cellAt(lon, lat),
      lock: this.state,
      happened,
    };
  }

  private newPassword(): string {
    return this.dialect.newPassword((count, characters) => this.around.random.text(count, characters));
  }

  private ordered(order: Order): void {
    this.commands.push({ ...order, at: this.around.clock.now() });
    this.around.counts.commands++;
    if (this.manner === 'silent') return;
    if (this.manner === 'refuse') this.talk.say(this.dialect.answer(order, 'refused', this.state));
    else if (this.manner === 'half') this.talk.say(this.dialect.answer(order, 'done', this.state));
    else if (this.manner === 'late') this.later(lateBy, () => this.obey(order));
    else this.obey(order);
  }

  private told(setting: Setting): void {
    this.changes.push({ ...setting.change, at: this.around.clock.now() });
    this.around.counts.commands++;
    if (this.manner === 'silent') return;
    if (this.manner === 'refuse') this.answer(setting, 'refused');
    else if (this.manner === 'half') this.pretend(setting);
    else if (this.manner === 'late') this.later(lateBy, () => this.change(setting));
    else this.change(setting);
  }

  private change(setting: Setting): void {
    const { change } = setting;
    const { state, refused } = step(this.state, { do: 'change', change }, this.around.clock.now(), this.dialect.traits);
    this.state = state;
    this.answer(setting, refused ? 'refused' : 'done');
    if (this.manner === 'twice') this.answer(setting, refused ? 'refused' : 'done');
    if (change.do === 'restart' || change.do === 'factory reset' || (change.do === 'upgrade' && !refused))
      this.talk.restart();
    else if (change.do === 'intervals' || change.do === 'track') this.tickLater();
  }

  /** Of a firmware it comes back with the one it had. */
  private pretend(setting: Setting): void {
    this.answer(setting, 'done');
    if (setting.change.do === 'upgrade') this.talk.restart();
  }

  private answer(setting: Setting, outcome: Outcome): void {
    const words = setting.answer(outcome, this.state, () => this.sample(null));
    if (words instanceof Uint8Array) this.talk.say(words);
    else if (words) this.talk.report([words]);
  }

  /** Answers at once; the bolt takes its time, and only then there is something to report. */
  private obey(order: Order): void {
    const input = { do: order.op, by: 'platform', actor: order.user } as const;
    const isRight = this.dialect.accepts(order, this.state);
    if (!isRight) this.feed({ do: 'wrong password' });
    const { refused } = step(this.state, input, this.around.clock.now(), this.dialect.traits);
    const willMove = isRight && !refused;
    const answer = this.dialect.answer(order, willMove ? 'done' : 'refused', this.state);
    this.talk.say(answer);
    if (this.manner === 'twice') this.talk.say(answer);
    if (willMove) this.later(this.around.pace.motor, () => this.feed(input));
  }
}

/** A lock that was on the road before goes on as it stood, and keeps what it was told. */
const standing = (
  stood: Stood | undefined,
  { cards = [] }: FleetLock,
  { knowsSeal }: LockTraits,
): Partial<LockState> => {
  const settings = { ...factorySettings, cards, firmware: stood?.firmware || null, ...stood?.keeps };
  if (!stood) return { settings };
  if (stood.status === LockStatus.unsealedOpen) return { shackle: 'open', motor: 'released', settings };
  return { sealed: knowsSeal && stood.status === LockStatus.sealedLocked, settings };
};

const batteryOf = (habit: Habit, random: Random): number => {
  if (habit === 'tired') return random.between(20.5, 25);
  return random.chance(0.01) ? random.between(12, 19) : random.between(38, 100);
};

/** A cell of about 5 km; the numbers are made up, but the same place always has the same one. */
const cellAt = (lon: number, lat: number): Sample['cell'] => {
  const east = Math.floor(lon * 20);
  const north = Math.floor(lat * 20);
  return { mcc: 460, mnc: 0, lac: 0x1000 + ((east >> 3) % 256) * 16 + ((north >> 3) % 16), cid: east * 4096 + north };
};
