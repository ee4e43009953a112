import { renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { clockTime, duration, relativeTime, useNow } from './time.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const ago = (seconds: number): string => new Date(now - seconds * 1000).toISOString();

describe('relativeTime', () => {
  it.each([
    [-90, '刚刚', 'just now'],
    [0, '刚刚', 'just now'],
    [29, '刚刚', 'just now'],
    [30, '1 分钟前', '1 min ago'],
    [61, '1 分钟前', '1 min ago'],
    [2 * 60, '2 分钟前', '2 min ago'],
    [3599, '59 分钟前', '59 min ago'],
    [3600, '1 小时前', '1 h ago'],
    [2 * 3600 + 840, '2 小时前', '2 h ago'],
    [86_399, '23 小时前', '23 h ago'],
    [86_400, '1 天前', '1 day ago'],
    [2 * 86_400 - 1, '1 天前', '1 day ago'],
  ])('%i s', (seconds, zh, en) => {
    expect(relativeTime(ago(seconds), now, 'zh')).toBe(zh);
    expect(relativeTime(ago(seconds), now, 'en')).toBe(en);
  });
  it('gives the date beyond two days, with the year when it is another', () => {
    expect(relativeTime(ago(3 * 86_400), now, 'en')).toMatch(/^11-18 \d\d:\d\d$/);
    expect(relativeTime(ago(400 * 86_400), now, 'en')).toMatch(/^2025-\d\d-\d\d$/);
  });
});

it('there is no clock time of what has none yet', () => {
  expect(clockTime(null)).toBe('');
});

describe('duration', () => {
  it.each([
    [59, '< 1 min'],
    [2520, '42 min'],
    [3 * 3600, '3 h'],
    [47 * 3600, '47 h'],
    [3 * 86_400, '3 d'],
  ])('%i s', (seconds, words) => {
    expect(duration(ago(seconds), now, 'en')).toBe(words);
  });
});

it('is the present also where nobody has asked for it in a while', () => {
  vi.useFakeTimers({ now });
  renderHook(useNow).unmount();
  vi.advanceTimersByTime(3_600_000);
  expect(renderHook(useNow).result.current).toBe(now + 3_600_000);
  vi.useRealTimers();
});
