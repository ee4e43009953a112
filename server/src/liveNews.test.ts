import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { Hub, type Watcher } from './live/hub.ts';
import { openLiveNews } from './liveNews.ts';
import { openLog } from './platform/log.ts';

type Patch = { id: number; lock_status?: number; alarm?: string };

/** A hub with somebody who sees everything, and news out of a database that answers each question with these rows. */
const open = (answer: (hub: Hub, question: string) => object[]) => {
  const hub = new Hub();
  const seen: Patch[] = [];
  const watcher: Watcher = {
    operatorId: 1,
    orgIds: new Set([1]),
    ids: null,
    alarms: true,
    commands: true,
    pending: () => 0,
    send: (event, data) => {
      if (event === 'locks') seen.push(...(JSON.parse(String(data)) as { locks: Patch[] }).locks);
      return true;
    },
  };
  hub.watch(watcher);
  const pool = { query: async (question: string) => ({ rows: answer(hub, question) }) } as unknown as Pool;
  const news = openLiveNews(pool, hub, openLog('silent'));
  const settled = async (): Promise<Patch[]> => {
    await news.settled();
    hub.tick();
    return seen;
  };
  return { hub, news, settled };
};
const sealed = { id: 7, org_id: 1, sn: '700', lock_status: 2, alarm: 'illegal_card' };

it('a row read before a report was stored does not stand over what that report told', async () => {
  const { news, settled } = open((hub) => {
    hub.lock(1, { id: 7, lock_status: 0 }); // stored and told while the row is on its way
    return [sealed];
  });
  news.device(7);
  expect(await settled()).toEqual([{ ...sealed, lock_status: 0 }]);
});

it('a row stands over what was told before it was asked for', async () => {
  const { hub, news, settled } = open(() => [sealed]);
  hub.lock(1, { id: 7, lock_status: 0 });
  news.device(7);
  expect(await settled()).toEqual([sealed]);
});

it('an alarm tells of its lock that alone', async () => {
  const { news, settled } = open((_, question) =>
    question.includes('from device d') && question.includes('device_connection')
      ? [sealed]
      : [{ id: 3, org_id: 1, device_id: 7 }],
  );
  news.alarm(3);
  expect(await settled()).toEqual([{ id: 7, alarm: 'illegal_card' }]);
});
