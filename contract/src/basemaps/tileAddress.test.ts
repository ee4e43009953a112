import { expect, it } from 'vitest';
import { isTileAddress, namesTile, tileOrigin } from './tileAddress.ts';

it.each([
  ['https://tiles.port.example/{z}/{x}/{y}.png?k={key}', 'https://tiles.port.example'],
  ['http://192.168.1.7:8080/china.pmtiles', 'http://192.168.1.7:8080'],
  ['https://TILES.example/{z}', 'https://tiles.example'],
])('%s is fetched from %s', (address, origin) => {
  expect(isTileAddress(address)).toBe(true);
  expect(tileOrigin(address)).toBe(origin);
});

it.each([
  'https://{key}.evil.example/{z}/{x}/{y}',
  'https://a.example;script-src *;/{z}',
  "https://a.example 'unsafe-inline'/{z}",
  'https://*.example/{z}',
  'https://*/{z}',
  'https://user:word@a.example/{z}',
  'https://a.example\\@b.example/{z}',
  'javascript:alert(1)//{z}',
  'data:image/png;base64,{z}',
  'file:///etc/passwd',
  '//a.example/{z}',
  'https:///{z}',
  'https://[::1]/{z}',
  'https://a.example/{s}/{z}',
  '',
])('%j is no address of tiles', (address) => expect(isTileAddress(address)).toBe(false));

it('one of tiles says of which', () => {
  expect(namesTile('https://a.example/{z}/{x}/{y}')).toBe(true);
  expect(namesTile('https://a.example/china.pmtiles')).toBe(false);
});
