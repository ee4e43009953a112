import type { Alarm } from '@plomb/contract/alarms/alarms';
import type { Command } from '@plomb/contract/lock/command';
import { beforeEach, describe, expect, it } from 'vitest';
import { Hub, type Watcher } from './hub.ts';

interface Seen {
  event: string;
  data: { seq: number; locks?: { id: number }[]; alarm?: { id: number } };
}

interface Probe extends Watcher {
  seen: Seen[];
  waiting: number;
}

const watcher = (orgs: number[], change: Partial<Watcher> = {}): Probe => {
  const w: Probe = {
    operatorId: 1,
    orgIds: new Set(orgs),
    ids: null,
    open: new Set(),
    alarms: true,
    commands: true,
    seen: [],
    waiting: 0,
    send(event: string, data: unknown) {
      w.seen.push({ event, data: typeof data === 'string' ? JSON.parse(data) : data } as Seen);
      return true;
    },
    pending: () => w.waiting,
    ...change,
  };
  return w;
};
const alarm = (id: number) => ({ id }) as Alarm;
const events = (w: { seen: Seen[] }) => w.seen.map((s) => s.event);

let hub: Hub;
beforeEach(() => {
  hub = new Hub();
});

describe('the live stream', () => {
  it('collects changes of a lock and sends the last value once a tick', () => {
    const w = watcher([1]);
    hub.watch(w);
    hub.lock(1, { id: 5, velocity: 10, electric: 80 });
    hub.lock(1, { id: 5, velocity: 20 });
    expect(events(w)).toEqual(['hello']);
    hub.tick();
    hub.tick();
    expect(events(w)).toEqual(['hello', 'locks']);
    expect(w.seen[1]?.data.locks).toEqual([{ id: 5, velocity: 20, electric: 80 }]);
  });

  it('tells what a lock did before the order that it proves, and waits with it for no tick', () => {
    const w = watcher([1]);
    hub.watch(w);
    hub.lock(1, { id: 5, lock_status: 2 });
    hub.command(1, { id: 3, device_id: 5 } as Command);
    hub.command(1, { id: 4, device_id: 6 } as Command);
    expect(events(w)).toEqual(['hello', 'locks', 'command', 'command']);
    hub.tick();
    expect(events(w)).toHaveLength(4);
  });

  it('shows each only its own organisations, and only the locks asked for', () => {
    const [a, b, some] = [watcher([1]), watcher([2]), watcher([1, 2], { ids: new Set([6]) })];
    for (const w of [a, b, some]) hub.watch(w);
    hub.lock(1, { id: 5 });
    hub.lock(2, { id: 6 });
    hub.alarm(1, alarm(9));
    hub.tick();
    expect(a.seen.at(-1)?.data.locks).toEqual([{ id: 5 }]);
    expect(b.seen.at(-1)?.data.locks).toEqual([{ id: 6 }]);
    expect(some.seen.at(-1)?.data.locks).toEqual([{ id: 6 }]);
    expect(events(b)).not.toContain('alarm');
  });

  it('sends alarms at once', () => {
    const w = watcher([1]);
    hub.watch(w);
    hub.alarm(1, alarm(9));
    expect(events(w)).toEqual(['hello', 'alarm']);
  });

  it('goes on without a gap after a break', () => {
    const w = watcher([1]);
    const stop = hub.watch(w);
    hub.lock(1, { id: 5, velocity: 1 });
    hub.tick();
    const since = w.seen.at(-1)!.data.seq;
    stop();
    hub.lock(1, { id: 5, velocity: 2 });
    hub.lock(1, { id: 7, velocity: 3 });
    hub.tick();
    hub.alarm(1, alarm(11));
    hub.alarm(2, alarm(12));
    const back = watcher([1]);
    hub.watch(back, { epoch: hub.epoch, since });
    expect(events(back)).toEqual(['hello', 'alarm', 'locks']);
    expect(back.seen[2]?.data.locks).toEqual([
      { id: 5, velocity: 2 },
      { id: 7, velocity: 3 },
    ]);
  });

  it('asks for a fresh start after a restart of the server, or when too much was missed', () => {
    const other = watcher([1]);
    hub.watch(other, { epoch: 'another life', since: 3 });
    expect(events(other)).toEqual(['resync']);
    for (let i = 0; i < 3000; i++) hub.alarm(1, alarm(i));
    const late = watcher([1]);
    hub.watch(late, { epoch: hub.epoch, since: 1 });
    expect(events(late)).toEqual(['resync']);
  });

  it('spares a slow reader, holds nothing for it, and starts it afresh', () => {
    const [slow, quick] = [watcher([1]), watcher([1])];
    hub.watch(slow);
    hub.watch(quick);
    slow.waiting = 2 << 20;
    for (let i = 0; i < 100; i++) {
      hub.lock(1, { id: i });
      hub.alarm(1, alarm(i));
      hub.tick();
    }
    expect(events(slow)).toEqual(['hello']);
    expect(quick.seen).toHaveLength(201);
    slow.waiting = 0;
    hub.tick();
    expect(events(slow)).toEqual(['hello', 'resync']);
  });

  it('asks everybody to fetch again when devices came or went', () => {
    const w = watcher([1]);
    hub.watch(w);
    hub.lock(1, { id: 5 });
    hub.resync();
    hub.tick();
    expect(events(w)).toEqual(['hello', 'resync']);
  });

  it('tells of a device that came, moved or went to those whom it concerns, and to nobody else', () => {
    const [a, b, both] = [watcher([1]), watcher([2]), watcher([1, 2])];
    for (const w of [a, b, both]) hub.watch(w);
    // moved from organisation 1 to 2
    hub.left(1, 5);
    hub.lock(2, { id: 5, device_name: 'x' });
    hub.left(1, 6);
    hub.tick();
    const told = (w: Probe) => w.seen.at(-1)?.data;
    expect(told(a)).toMatchObject({ locks: [], removed: [5, 6] });
    expect(told(b)).toMatchObject({ locks: [{ id: 5, device_name: 'x' }], removed: [] });
    expect(told(both)).toMatchObject({ locks: [{ id: 5, device_name: 'x' }], removed: [6] });
  });

  it('tells who was away of what went meanwhile, and of nothing that came back', () => {
    const w = watcher([1]);
    const stop = hub.watch(w);
    hub.lock(1, { id: 5 });
    hub.tick();
    const since = w.seen.at(-1)!.data.seq;
    stop();
    hub.left(1, 5);
    hub.left(1, 6);
    hub.tick();
    hub.lock(1, { id: 6, device_name: 'again' });
    hub.tick();
    const back = watcher([1]);
    hub.watch(back, { epoch: hub.epoch, since });
    expect(back.seen.at(-1)?.data).toMatchObject({ locks: [{ id: 6, device_name: 'again' }], removed: [5] });
  });

  it('keeps two minutes of changes and no more: whoever was away for longer starts afresh', () => {
    const w = watcher([1]);
    const stop = hub.watch(w);
    hub.lock(1, { id: 1 });
    hub.tick();
    const since = w.seen.at(-1)!.data.seq;
    stop();
    const minutes = (n: number): void => {
      for (let i = 0; i < 60 * n; i++) {
        hub.lock(1, { id: 2 + i });
        hub.tick();
      }
    };
    const comesBack = () => {
      const back = watcher([1]);
      hub.watch(back, { epoch: hub.epoch, since })();
      return events(back)[0];
    };
    minutes(1);
    expect(comesBack()).toBe('hello');
    minutes(2);
    expect(comesBack()).toBe('resync');
  });

  it('tells one who sees nothing of what happens how far it has come, so that it can go on after a break', () => {
    const quiet = watcher([9]);
    const stop = hub.watch(quiet);
    for (let i = 0; i < 500; i++) {
      hub.lock(1, { id: i });
      hub.tick();
    }
    const since = quiet.seen.at(-1)!.data.seq;
    expect(quiet.seen.at(-1)?.data.locks).toEqual([]);
    expect(quiet.seen.length).toBeLessThan(30);
    stop();
    const back = watcher([9]);
    hub.watch(back, { epoch: hub.epoch, since });
    expect(events(back)).toEqual(['hello']);
  });

  describe('with another hub that hears the same', () => {
    let clock = 0;
    let there: Hub;
    beforeEach(() => {
      clock = 1_000_000;
      [hub, there] = [new Hub(() => clock), new Hub(() => clock)];
      for (const one of [hub, there]) one.heard(clock);
      clock += 20_000;
    });
    /** A second passes: both hubs hear and show it, and each knows some time later that it has heard all. */
    const second = (happens?: (one: Hub) => void) => {
      clock += 1000;
      for (const one of [hub, there]) {
        one.heard(clock - 300);
        happens?.(one);
        one.tick();
      }
    };
    const leave = (): number => {
      const w = watcher([1]);
      const stop = hub.watch(w);
      second((one) => one.lock(1, { id: 5, velocity: 1 }));
      stop();
      return w.seen.at(-1)!.data.seq;
    };
    const come = (since: number) => {
      const back = watcher([1]);
      there.watch(back, { epoch: hub.epoch, since })();
      return back;
    };

    it('goes on there where it stopped here', () => {
      const since = leave();
      for (let n = 0; n < 10; n++) second();
      second((one) => one.lock(1, { id: 5, velocity: 2 }));
      second((one) => one.alarm(1, alarm(11)));
      for (let n = 0; n < 30; n++) second((one) => one.lock(2, { id: 6 }));
      const back = come(since);
      expect(events(back)).toEqual(['hello', 'alarm', 'locks']);
      expect(back.seen[2]?.data.locks).toEqual([{ id: 5, velocity: 2 }]);
      // and from there by the numbers of that hub
      const again = watcher([1]);
      there.watch(again, { epoch: there.epoch, since: back.seen.at(-1)!.data.seq });
      expect(events(again)).toEqual(['hello']);
    });

    it('is told again what the one heard a moment before the other', () => {
      second((one) => one === there && one.lock(1, { id: 7, velocity: 9 }));
      for (let n = 0; n < 3; n++) second();
      const since = leave();
      expect(come(since).seen.at(-1)?.data.locks).toEqual(expect.arrayContaining([{ id: 7, velocity: 9 }]));
    });

    it('one that hears nothing for a while tells nobody that it is up to date', () => {
      const w = watcher([1]);
      const stop = hub.watch(w);
      second((one) => one.lock(1, { id: 5 }));
      // what it does itself it still shows
      for (let n = 0; n < 60; n++) {
        clock += 1000;
        there.heard(clock);
        there.lock(1, { id: 100 + n });
        hub.lock(1, { id: 5, velocity: n });
        for (const one of [hub, there]) one.tick();
      }
      stop();
      const { locks } = come(w.seen.at(-1)!.data.seq).seen.at(-1)!.data;
      for (let n = 0; n < 60; n++) expect(locks).toContainEqual({ id: 100 + n });
    });

    it('fetches anew where that hub began later, lost something meanwhile, or has never said what it heard', () => {
      const since = leave();
      for (let n = 0; n < 10; n++) second();
      expect(events(come(since))[0]).toBe('hello');
      const young = new Hub(() => clock);
      const ask = (from: Hub) => {
        const back = watcher([1]);
        from.watch(back, { epoch: hub.epoch, since })();
        return events(back);
      };
      expect(ask(young)).toEqual(['resync']);
      young.heard(clock);
      expect(ask(young)).toEqual(['resync']);
      there.resync();
      second();
      expect(ask(there)).toEqual(['resync']);
    });

    it('knows no number of a later time', () => {
      expect(events(come((clock + 60_000) * 1000))).toEqual(['resync']);
    });
  });

  describe('of a lock that somebody has open', () => {
    let elapsed = 0;
    beforeEach(() => {
      elapsed = 10_000;
      hub = new Hub(Date.now, () => elapsed);
    });
    const opens = (ids: number[], change: Partial<Watcher> = {}) => {
      const w = watcher([1], { open: new Set(ids), ...change });
      return { w, stop: hub.watch(w) };
    };
    const locksOf = (w: Probe) => w.seen.flatMap(({ data }) => data.locks ?? []);

    it('tells at once what is new, to those who have it open and not to the others', () => {
      const { w } = opens([5]);
      const other = opens([6]).w;
      hub.lock(1, { id: 5, velocity: 1 });
      hub.lock(1, { id: 7, velocity: 1 });
      expect(locksOf(w)).toEqual([{ id: 5, velocity: 1 }]);
      expect(locksOf(other)).toEqual([]);
      hub.tick();
      expect(locksOf(other)).toEqual([
        { id: 5, velocity: 1 },
        { id: 7, velocity: 1 },
      ]);
    });

    it('is not flooded by a lock that reports a hundred times a second, and shows its last word', () => {
      const { w } = opens([5]);
      for (let n = 0; n < 100; n++) {
        hub.lock(1, n === 50 ? { id: 5, electric: 9 } : { id: 5, velocity: n });
        elapsed += 10;
        hub.tellHeld();
      }
      expect(w.seen.length).toBeLessThanOrEqual(12);
      elapsed += 100;
      hub.tellHeld();
      expect(locksOf(w).at(-1)).toMatchObject({ velocity: 99 });
      expect(locksOf(w)).toContainEqual(expect.objectContaining({ electric: 9 }));
      const told = w.seen.length;
      elapsed += 1000;
      hub.tellHeld();
      expect(w.seen).toHaveLength(told);
    });

    it('tells nothing after a step that was told in it', () => {
      const { w } = opens([5]);
      hub.lock(1, { id: 5, velocity: 1 });
      hub.lock(1, { id: 5, velocity: 2 });
      hub.tick();
      const told = w.seen.length;
      elapsed += 1000;
      hub.tellHeld();
      expect(w.seen).toHaveLength(told);
    });

    it('tells nobody of a lock out of sight, of one not asked for, nor one who reads too slowly or has gone', () => {
      const elsewhere = opens([5], { orgIds: new Set([2]) }).w;
      const without = opens([5], { ids: new Set() }).w;
      const slow = opens([5], { pending: () => 2 << 20 }).w;
      const gone = opens([5]);
      gone.stop();
      hub.lock(1, { id: 5, velocity: 1 });
      for (const w of [elsewhere, without, slow, gone.w]) expect(locksOf(w)).toEqual([]);
    });

    it('moves no number: who comes back after a break misses nothing of other locks that had not left yet', () => {
      const { w, stop } = opens([5]);
      hub.lock(1, { id: 7, velocity: 1 });
      hub.lock(1, { id: 5, velocity: 1 });
      const since = w.seen.at(-1)!.data.seq;
      stop();
      hub.tick();
      const back = watcher([1]);
      hub.watch(back, { epoch: hub.epoch, since });
      expect(locksOf(back)).toContainEqual({ id: 7, velocity: 1 });
    });
  });

  it('writes each change once, however many organisations watch', () => {
    let written = 0;
    const counted = {
      id: 5,
      toJSON() {
        written++;
        return { id: 5 };
      },
    };
    for (let org = 0; org < 50; org++) hub.watch(watcher([1, 100 + org]));
    hub.lock(1, counted);
    hub.tick();
    expect(written).toBe(1);
  });
});

describe('what is of one person', () => {
  it('is told to that person, in all its windows, and to nobody else of its organisation', () => {
    const hub = new Hub();
    const [mine, mineToo, theirs] = [
      watcher([1], { operatorId: 7 }),
      watcher([1], { operatorId: 7, commands: false, alarms: false }),
      watcher([1], { operatorId: 8 }),
    ];
    for (const one of [mine, mineToo, theirs]) hub.watch(one);
    hub.tellPeople([7, 9]);
    const heard = (one: Probe) => one.seen.filter(({ event }) => event === 'personal').length;
    expect([mine, mineToo, theirs].map(heard)).toEqual([1, 1, 0]);
  });
});
