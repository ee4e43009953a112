import { expect, it } from 'vitest';
import { zoneName } from './saying.ts';

it('names a zone with the hours by which it was at these moments, and not at that of a pack that is made months later', () => {
  const [summer, night, winter] = ['2026-07-14T08:00:00Z', '2026-10-25T02:00:00Z', '2026-11-29T08:00:00Z'];
  expect(zoneName('Asia/Shanghai', [summer, winter])).toBe('Asia/Shanghai (UTC+08:00)');
  expect(zoneName('Europe/Berlin', [summer, Date.parse(summer) + 60_000])).toBe('Europe/Berlin (UTC+02:00)');
  expect(zoneName('Europe/Berlin', [summer, night])).toBe('Europe/Berlin (UTC+02:00, UTC+01:00)');
});
