import { expect, it } from 'vitest';
import { agentOf } from './userAgent.ts';

const mozilla = 'Mozilla/5.0';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/149.0.0.0 Safari/537.36`, 'Chrome 149', 'Windows'],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/149.0.0.0 Safari/537.36 Edg/149.0.0.0`,
    'Edge 149',
    'Windows',
  ],
  [`${mozilla} (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0`, 'Firefox 150', 'Linux'],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`,
    'Safari 26',
    'macOS',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/149.0 Mobile/15E148 Safari/604.1`,
    'Chrome 149',
    'iOS',
  ],
  [
    `${mozilla} (Linux; Android 16; SM-S931B) ${webkit} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet 29',
    'Android',
  ],
  [
    `${mozilla} (Linux; Android 15) ${webkit} Chrome/130 Mobile Safari/537.36 MicroMessenger/8.0.50`,
    'WeChat',
    'Android',
  ],
  [`${mozilla} (Phone; OpenHarmony 5.0) ${webkit} Chrome/132.0 Safari/537.36 ArkWeb/4.1`, 'Chrome 132', 'HarmonyOS'],
  ['curl/8.12.1', 'curl', ''],
  ['', '', ''],
  ['<script>alert(1)</script>', '', ''],
])('%s', (userAgent, browser, system) => {
  expect(agentOf(userAgent)).toEqual({ browser, system });
});
