import type { LonLat } from './roads/corridor.ts';
import { areaAround, type Change, changed, factorySettings, type LockSettings } from './settings.ts';

/** What a lock is able to do by itself. */
export interface LockTraits {
  /** It knows "sealed" apart from "locked" (Hhdlink); otherwise closing it locks it and that is all (Jointech). */
  knowsSeal: boolean;
  /** Automatic sealing (mode 0): closing the shackle seals it. Means nothing where a lock does not know sealing. */
  sealsOnClosing: boolean;
  /** Milliseconds after which an unsealed lock that nobody pulled open holds fast again. */
  resealAfter: number;
}

export interface LockState {
  shackle: 'closed' | 'open';
  /** `locked` holds the shackle; a stuck motor neither holds nor lets go */
  motor: 'locked' | 'released' | 'stuck';
  /** always false for a lock that does not know sealing */
  sealed: boolean;
  cover: 'closed' | 'open';
  cut: boolean;
  /** % */
  battery: number;
  /** when the motor let go of a closed shackle, null when it holds or the shackle is open */
  releasedAt: number | null;
  /** the one-time password in force */
  password: string;
  wrongPasswords: number;
  /** the next movement of the motor will jam */
  jams: boolean;
  settings: LockSettings;
}

/** Who moved the lock; `actor` as the lock would name him: card number, operator, telephone number. */
export interface Mover {
  by: 'platform' | 'card' | 'bluetooth' | 'sms' | 'password';
  actor: string;
  /** of a confined card: the lock's area it was in */
  area?: number;
}

export type LockInput =
  | { do: 'close' }
  | { do: 'open' }
  | ({ do: 'seal' } & Mover)
  | ({ do: 'unseal' } & Mover)
  | { do: 'card'; deed: 'seal' | 'unseal'; card: string; verdict: 'unregistered' | 'outside area' }
  /** held to the lock at that place */
  | { do: 'swipe'; card: string; at: LonLat }
  | { do: 'wrong password' }
  | { do: 'new password'; password: string }
  | { do: 'tamper' }
  | { do: 'cut' }
  | { do: 'mend' }
  | { do: 'battery'; percent: number }
  | { do: 'jam' }
  | { do: 'wake'; from: WakeCause }
  | { do: 'change'; change: Change }
  | { do: 'wait' };

export type WakeCause = 'touch' | 'turning';

/** What the lock has to tell, in words that every family has a code for. */
export type Happening =
  | { what: 'closed' | 'opened' | 'forced open' | 'sealed on closing' | 'sealed again' }
  | ({ what: 'sealed' | 'unsealed' } & Mover)
  | { what: 'card refused'; deed: 'seal' | 'unseal'; card: string; verdict: 'unregistered' | 'outside area' }
  | { what: 'too many wrong passwords' | 'tampered' | 'cut' | 'battery low' | 'battery empty' | 'motor stuck' }
  | { what: 'woken'; from: WakeCause };

export interface LockStep {
  state: LockState;
  happened: readonly Happening[];
  /** why nothing was done; an order is then answered with a refusal */
  refused?: 'open' | 'stuck' | 'setting';
}

/** % at which a lock complains, and at which it says good-bye. */
export const lowBattery = 20;
export const emptyBattery = 5;
/** Wrong passwords in a row that a lock bears. */
export const patience = 5;

export const newLock = (given: Partial<LockState> = {}): LockState => ({
  shackle: 'closed',
  motor: 'locked',
  sealed: false,
  cover: 'closed',
  cut: false,
  battery: 90,
  releasedAt: null,
  password: '',
  wrongPasswords: 0,
  jams: false,
  settings: factorySettings,
  ...given,
});

/** What becomes of a lock: no clock, no chance, no socket in here. `now` is in milliseconds. */
export const step = (lock: LockState, input: LockInput, now: number, traits: LockTraits): LockStep => {
  const same = (...happened: Happening[]): LockStep => ({ state: lock, happened });
  const become = (change: Partial<LockState>, ...happened: Happening[]): LockStep => ({
    state: { ...lock, ...change },
    happened,
  });
  switch (input.do) {
    case 'close':
      return close(lock, traits);
    case 'open': {
      if (lock.shackle === 'open') return same();
      const forced = lock.motor === 'locked';
      const change = { shackle: 'open', motor: 'released', sealed: false, releasedAt: null } as const;
      return become(change, { what: forced ? 'forced open' : 'opened' });
    }
    case 'seal':
      return traits.knowsSeal ? seal(lock, input) : same();
    case 'unseal':
      return unseal(lock, input, now);
    case 'card':
      return same({ what: 'card refused', deed: input.deed, card: input.card, verdict: input.verdict });
    case 'swipe':
      return swipe(lock, input, now);
    case 'wrong password': {
      const wrongPasswords = lock.wrongPasswords + 1;
      return wrongPasswords < patience
        ? become({ wrongPasswords })
        : become({ wrongPasswords }, { what: 'too many wrong passwords' });
    }
    case 'new password':
      return become({ password: input.password });
    case 'tamper':
      return lock.cover === 'open' ? same() : become({ cover: 'open' }, { what: 'tampered' });
    case 'cut':
      return lock.cut ? same() : become({ cut: true }, { what: 'cut' });
    case 'mend':
      return become({
        cover: 'closed',
        cut: false,
        jams: false,
        motor: lock.motor === 'stuck' ? 'released' : lock.motor,
      });
    case 'battery': {
      const fell = (to: number) => lock.battery > to && input.percent <= to;
      const happened: Happening[] = [];
      if (fell(lock.settings.lowBattery ?? lowBattery)) happened.push({ what: 'battery low' });
      if (fell(emptyBattery)) happened.push({ what: 'battery empty' });
      return become({ battery: input.percent }, ...happened);
    }
    case 'jam':
      return become({ jams: true });
    case 'wake':
      return same({ what: 'woken', from: input.from });
    case 'change': {
      const settings = changed(lock.settings, input.change, now);
      return settings === null ? { state: lock, happened: [], refused: 'setting' } : become({ settings });
    }
    case 'wait':
      return wait(lock, now, traits);
  }
};

const close = (lock: LockState, { knowsSeal, sealsOnClosing }: LockTraits): LockStep => {
  if (lock.shackle === 'closed') return { state: lock, happened: [] };
  const closed: LockState = { ...lock, shackle: 'closed' };
  if (knowsSeal && !sealsOnClosing) return { state: closed, happened: [{ what: 'closed' }] };
  if (lock.jams) return { state: { ...closed, motor: 'stuck', jams: false }, happened: [{ what: 'motor stuck' }] };
  return {
    state: { ...closed, motor: 'locked', sealed: knowsSeal },
    happened: [{ what: knowsSeal ? 'sealed on closing' : 'closed' }],
  };
};

const seal = (lock: LockState, { by, actor }: Mover): LockStep => {
  if (lock.shackle === 'open') return { state: lock, happened: [], refused: 'open' };
  if (lock.motor === 'stuck') return { state: lock, happened: [], refused: 'stuck' };
  if (lock.jams) {
    return {
      state: { ...lock, motor: 'stuck', jams: false, releasedAt: null },
      happened: [{ what: 'motor stuck' }],
    };
  }
  return {
    state: { ...lock, motor: 'locked', sealed: true, releasedAt: null },
    happened: [{ what: 'sealed', by, actor }],
  };
};

/** Unsealing a lock that holds nothing is harmless and told like any other. */
const unseal = (lock: LockState, { by, actor, area }: Mover, now: number): LockStep => {
  if (lock.motor === 'stuck') return { state: lock, happened: [], refused: 'stuck' };
  return {
    state: {
      ...lock,
      motor: 'released',
      sealed: false,
      releasedAt: lock.shackle === 'closed' ? now : null,
      wrongPasswords: 0,
    },
    happened: [{ what: 'unsealed', by, actor, ...(area !== undefined && { area }) }],
  };
};

/** A card it holds opens it: anywhere, or inside its areas alone. */
const swipe = (lock: LockState, { card, at }: { card: string; at: LonLat }, now: number): LockStep => {
  const { cards, confined, areas } = lock.settings;
  const refused = (verdict: 'unregistered' | 'outside area'): LockStep => ({
    state: lock,
    happened: [{ what: 'card refused', deed: 'unseal', card, verdict }],
  });
  if (!cards.includes(card)) return refused('unregistered');
  if (!confined) return unseal(lock, { by: 'card', actor: card }, now);
  const area = areaAround(at, areas);
  return area === null ? refused('outside area') : unseal(lock, { by: 'card', actor: card, area }, now);
};

const wait = (lock: LockState, now: number, { knowsSeal, resealAfter }: LockTraits): LockStep => {
  const isDue = lock.releasedAt !== null && now - lock.releasedAt >= resealAfter;
  if (!isDue || lock.motor !== 'released') return { state: lock, happened: [] };
  return {
    state: { ...lock, motor: 'locked', sealed: knowsSeal, releasedAt: null },
    happened: [{ what: 'sealed again' }],
  };
};
