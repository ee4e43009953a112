import { expect, it } from 'vitest';
import { pushOfOne, type Told, wordsOfMany, wordsOfOne } from './texts.ts';

/** of a batch on the road */
const batch = { id: 5, serial: 'WL-20261127-0050', plate: '沪A·6K112' };
const seal: Told = {
  ...{ sn: 'NB 4471 003', subject: 'NB 4471 003', device_name: '浙B·3F911 右门', org_name: 'Sunan' },
  ...{ at: new Date('2026-11-20T08:00:00Z'), lon: 121.86, lat: 29.93, stage: 0, minutes: 10, change: null },
  alarm: {
    id: 7,
    kind: 'duplicate_number',
    severity: 'warning',
    late: false,
    unproved: false,
    seal: true,
    batch: null,
  },
};
const lock: Told = {
  ...seal,
  ...{ sn: '14802900039', subject: '浙B·3F911', device_name: 'Tanker 1' },
  alarm: { ...seal.alarm!, id: 8, kind: 'low_battery', seal: false },
};

it('calls a seal by its number and what it is on, and never a lock', () => {
  const zh = wordsOfOne('zh', seal, 'https://x', 'desk');
  expect(zh.subject).toBe('[警告] 铅封号重复 NB 4471 003');
  expect(zh.text).toContain('铅封号：NB 4471 003');
  expect(zh.text).toContain('封于何物与组织：\n> 浙B·3F911 右门\n> Sunan');
  expect(zh.text).not.toMatch(/锁|车牌|设备/);
  expect(wordsOfOne('en', seal, '', 'desk').text).toContain('Seal: NB 4471 003');
  expect(zh.data.items).toMatchObject([{ sn: '', seal_number: 'NB 4471 003', subject: '浙B·3F911 右门' }]);
  expect(pushOfOne('en', seal)).toMatchObject({
    title: 'A seal number twice NB 4471 003',
    body: expect.stringContaining('Warning · 浙B·3F911 右门 · Sunan'),
  });
});

it('names the batch on whose way it rang, and what carries it instead of what the lock guards, among what people typed', () => {
  const rung = { ...lock, alarm: { ...lock.alarm!, kind: 'off_route', batch } };
  const { text, short, data } = wordsOfOne('zh', rung, '', 'desk');
  expect(text).toContain('物流批次：WL-20261127-0050\n');
  expect(text).toContain('车牌、设备名称与组织：\n> 沪A·6K112\n> Tanker 1\n> Sunan');
  // the lorry that the lock is said to guard: whoever calls it calls the wrong driver
  expect(text).not.toContain('浙B·3F911');
  expect(short).toContain('偏离计划路线 14802900039 沪A·6K112');
  expect(data.items).toMatchObject([{ batch_serial: batch.serial, plate: batch.plate }]);
  expect(pushOfOne('en', rung)).toMatchObject({
    title: 'Off the planned route 沪A·6K112',
    body: expect.stringContaining('Warning · WL-20261127-0050 · 14802900039 · Sunan'),
  });
  expect(wordsOfOne('zh', lock, '', 'desk').text).not.toContain('物流批次');
});

it('counts locks as locks, and both as both', () => {
  expect(wordsOfMany('en', [lock], '', 'desk').subject).toBe('Digest: 1 of 1 locks');
  expect(wordsOfMany('en', [lock, seal], '', 'desk').subject).toBe('Digest: 2 of 2 locks and seals');
  expect(wordsOfMany('zh', [lock, seal], '', 'desk').subject).toBe('汇总：2 条，涉及 2 件锁和铅封');
  expect(wordsOfOne('zh', lock, '', 'desk').data.items).toMatchObject([{ sn: '14802900039', seal_number: '' }]);
});
