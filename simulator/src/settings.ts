import { factoryPassword } from '@plomb/contract/lock/identity';
import { isInside, type LonLat } from './roads/corridor.ts';

/** An outline as a lock keeps it: by its number, corner after corner. */
export interface KeptArea {
  number: number;
  /** none where the lock was told in a way whose corners the simulator does not read */
  corners: readonly LonLat[];
}

/** What a lock keeps until it is told otherwise; null = as it left the factory. */
export interface LockSettings {
  /** seconds between reports while awake, and asleep */
  report: number | null;
  sleep: number | null;
  /** % at which it complains */
  lowBattery: number | null;
  cards: readonly string[];
  areas: readonly KeptArea[];
  /** its cards open it inside them alone */
  confined: boolean;
  firmware: string | null;
  staticPassword: string;
  /** reports so often until then (ms since 1970), whatever `report` says */
  tracking: { every: number; until: number } | null;
}

/** What a lock may be told that moves nothing. `ask` changes nothing at all. */
export type Change =
  | { do: 'ask' | 'restart' | 'factory reset' }
  | { do: 'intervals'; report?: number; sleep?: number }
  | { do: 'low battery'; percent: number }
  | { do: 'add cards' | 'delete cards'; cards: readonly string[] }
  | { do: 'confine cards' | 'release cards' }
  | { do: 'set area' | 'delete area'; area: number }
  /** corners of an area it has been told of; the first page begins the outline anew */
  | { do: 'draw area'; area: number; page: number; corners: readonly LonLat[] }
  | { do: 'password'; password: string; old: string }
  | { do: 'track'; every: number; seconds: number }
  | { do: 'text'; text: string }
  | { do: 'upgrade'; firmware: string };

export const factorySettings: LockSettings = {
  report: null,
  sleep: null,
  lowBattery: null,
  cards: [],
  areas: [],
  confined: false,
  firmware: null,
  staticPassword: factoryPassword,
  tracking: null,
};

/** Cards a lock has room for. */
const mostCards = 500;

/** What becomes of the settings; null = it refuses. */
export const changed = (settings: LockSettings, change: Change, now: number): LockSettings | null => {
  switch (change.do) {
    case 'ask':
    case 'restart':
    case 'text':
      return settings;
    case 'factory reset':
      return { ...factorySettings, firmware: settings.firmware };
    case 'upgrade':
      return { ...settings, firmware: change.firmware };
    case 'intervals':
      return { ...settings, report: change.report ?? settings.report, sleep: change.sleep ?? settings.sleep };
    case 'low battery':
      return { ...settings, lowBattery: change.percent };
    case 'add cards': {
      const cards = [...new Set([...settings.cards, ...change.cards])];
      return cards.length > mostCards ? null : { ...settings, cards };
    }
    case 'delete cards': {
      const gone = new Set(change.cards);
      const cards = settings.cards.filter((card) => !gone.has(card));
      return cards.length === settings.cards.length ? null : { ...settings, cards };
    }
    case 'set area':
      return settings.areas.some(({ number }) => number === change.area)
        ? settings
        : { ...settings, areas: [...settings.areas, { number: change.area, corners: [] }] };
    case 'draw area': {
      const drawn = settings.areas.find(({ number }) => number === change.area);
      if (!drawn) return null;
      const corners = [...(change.page === 1 ? [] : drawn.corners), ...change.corners];
      return { ...settings, areas: settings.areas.map((one) => (one === drawn ? { ...one, corners } : one)) };
    }
    case 'delete area':
      return { ...settings, areas: settings.areas.filter(({ number }) => number !== change.area) };
    case 'confine cards':
      return { ...settings, confined: true };
    case 'release cards':
      return { ...settings, confined: false };
    case 'password':
      return change.old === settings.staticPassword ? { ...settings, staticPassword: change.password } : null;
    case 'track':
      return {
        ...settings,
        tracking: change.every === 0 ? null : { every: change.every, until: now + change.seconds * 1000 },
      };
  }
};

/** The first of its areas around that place; null: none is. */
export const areaAround = (at: LonLat, areas: readonly KeptArea[]): number | null =>
  areas.find(({ corners }) => isInside(at, [...corners, ...corners.slice(0, 1)]))?.number ?? null;
