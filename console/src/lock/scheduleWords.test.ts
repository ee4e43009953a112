import { expect, it } from 'vitest';
import { scheduleWords, spansOf } from './scheduleWords.ts';

const weekdays = { zh: '周一 周二 周三 周四 周五 周六 周日'.split(' '), en: 'Mon Tue Wed Thu Fri Sat Sun'.split(' ') };
const night = { days: [1, 2, 3, 4, 5], from: '22:00', until: '06:00', time_zone: 'Asia/Shanghai' };

it('says days that follow each other as one span', () => {
  expect(spansOf([1, 2, 3, 6])).toEqual([
    [1, 3],
    [6, 6],
  ]);
});
it('says that hours end on the next day, and in whose clock they are', () => {
  expect(scheduleWords(night, weekdays.en, 'en')).toBe('Mon–Fri 22:00–06:00 the next day (China Standard Time)');
  expect(scheduleWords(night, weekdays.zh, 'zh')).toBe('周一至周五 22:00至次日 06:00（中国标准时间）');
  const noon = { ...night, days: [1, 6, 7], from: '08:00', until: '12:00' };
  expect(scheduleWords(noon, weekdays.en, 'en')).toBe('Mon, Sat, Sun 08:00–12:00 (China Standard Time)');
  expect(scheduleWords({ ...noon, days: [1, 2, 3, 4, 5, 6, 7], until: '08:00' }, weekdays.zh, 'zh')).toBe(
    '每天 全天（中国标准时间）',
  );
});
