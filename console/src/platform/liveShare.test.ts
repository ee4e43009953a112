import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Channel, type Standing, startShare, type Told } from './liveShare.ts';
import { nothing, type Wants } from './liveWants.ts';

/** The windows of a browser, and what each of them says. */
const browser = () => {
  const ears = new Set<{ window: string; hear: (told: Told) => void }>();
  const frozen = new Set<string>();
  const channelOf = (window: string): Channel => ({
    post(told) {
      if (frozen.has(window)) return;
      for (const ear of [...ears])
        if (ear.window !== window && !frozen.has(ear.window)) ear.hear(structuredClone(told));
    },
    hear(listener) {
      const ear = { window, hear: listener };
      ears.add(ear);
      return () => void ears.delete(ear);
    },
  });
  const window = (name: string) => {
    const seen = {
      streaming: false,
      tries: 0,
      wants: nothing,
      heard: [] as string[],
      standing: null as Standing | null,
    };
    const share = startShare(
      name,
      channelOf(name),
      {
        begin() {
          seen.streaming = true;
          return () => {
            seen.streaming = false;
          };
        },
        wants: (wants: Wants) => {
          seen.wants = wants;
        },
        tryNow: () => {
          seen.tries++;
        },
      },
      {
        state: (standing) => {
          seen.standing = standing;
        },
        event: (event) => void seen.heard.push(event.event),
      },
      () => ({ state: 'open', since: 1, tried: null, covers: seen.wants, position: { epoch: name, seq: 7 } }),
    );
    return { ...share, seen, name };
  };
  return { window, freeze: (name: string) => frozen.add(name), thaw: (name: string) => frozen.delete(name) };
};
const settle = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const leaders = (windows: { seen: { streaming: boolean } }[]): number => windows.filter((w) => w.seen.streaming).length;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the windows of one browser', () => {
  it('try their one line when a person in any of them does not want to wait', async () => {
    const { window } = browser();
    const windows = [window('a'), window('b'), window('c')];
    await settle(1000);
    for (const one of windows) one.tryNow();
    expect(windows.map((w) => w.seen.tries).sort()).toEqual([0, 0, 3]);
    expect(windows.find((w) => w.seen.tries > 0)?.seen.streaming).toBe(true);
  });

  it('have one stream between them, however many there are', async () => {
    const { window } = browser();
    const windows = [window('a'), window('b')];
    await settle(1000);
    windows.push(window('c'), window('d'));
    await settle(60_000);
    expect(leaders(windows)).toBe(1);
  });

  it('all hear what the one hears, and how its line stands', async () => {
    const { window } = browser();
    const first = window('a');
    await settle(1000);
    const second = window('b');
    await settle(100);
    first.tell({ event: 'params', data: {} }, false);
    expect(second.seen.heard).toEqual(['params']);
    expect(second.seen.standing).toMatchObject({ state: 'open', position: { seq: 7 } });
  });

  it('want together what each of them wants, and no more once one of them has gone', async () => {
    const { window } = browser();
    const first = window('a');
    await settle(1000);
    const second = window('b');
    await settle(1000);
    first.want({ all: false, ids: [3] });
    second.want({ all: false, ids: [1] });
    expect(first.seen.wants).toEqual({ all: false, ids: [1, 3] });
    second.want({ all: true, ids: [] });
    expect(first.seen.wants.all).toBe(true);
    second.stop();
    expect(first.seen.wants).toEqual({ all: false, ids: [3] });
  });

  it('go on without the one that led: at once when it says farewell, soon when it does not', async () => {
    const { window, freeze } = browser();
    const windows = [window('a')];
    await settle(1000);
    windows.push(window('b'), window('c'));
    await settle(1000);
    windows[0]!.stop();
    await settle(500);
    const rest = windows.slice(1);
    expect(leaders(rest)).toBe(1);
    const leader = rest.find((w) => w.seen.streaming)!;
    freeze(leader.name);
    await settle(30_000);
    expect(leaders(rest.filter((w) => w !== leader))).toBe(1);
  });

  it('that led and slept gives way when it wakes, so that one leads again', async () => {
    const { window, freeze, thaw } = browser();
    const windows = [window('b')];
    await settle(1000);
    windows.push(window('a'));
    await settle(1000);
    freeze('b');
    await settle(30_000);
    expect(leaders(windows)).toBe(2); // it cannot know yet
    thaw('b');
    await settle(10_000);
    expect(leaders(windows)).toBe(1);
  });
});
