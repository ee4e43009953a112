import { expect, it } from 'vitest';
import { differences, masked } from './operationLog.ts';

it('blanks secrets by their names, at any depth', () => {
  expect(
    masked({
      username: 'x',
      password: 'a',
      list: [{ unlockPassword: '12341234', apiKey: 'k', totpCode: '123456', backupCodes: ['a'], note: 'n' }],
      verify: { sign: 'success' },
      idempotency_key: 'stays',
      newPassword: '',
    }),
  ).toEqual({
    username: 'x',
    password: '***',
    list: [{ unlockPassword: '***', apiKey: '***', totpCode: '***', backupCodes: '***', note: 'n' }],
    verify: { sign: '***' },
    idempotency_key: 'stays',
    newPassword: '',
  });
});

it('tells what changed, whatever the order of names, and no secret', () => {
  const before = { name: 'a', text: { en: 'x', zh: 'y' }, gone: null, apiKey: 'one', area: '' };
  const after = { name: 'b', text: { zh: 'y', en: 'x' }, gone: null, apiKey: 'two', area: 'p'.repeat(5000) };
  expect(differences(before, after)).toEqual([
    { field: 'name', before: 'a', after: 'b' },
    { field: 'apiKey', before: '***', after: '***' },
    { field: 'area', before: '', after: { truncated: true, length: 5002 } },
  ]);
});

it('files whatever a refused request was made of', () => {
  let deep: object = {};
  for (let i = 0; i < 100_000; i++) deep = { a: deep };
  expect(JSON.stringify(masked({ deep })).length).toBeLessThan(200);
  expect(masked({ reason: 'a\0b', 'n\0': '\ud800' })).toEqual({ reason: 'a\uFFFDb', 'n\uFFFD': '\uFFFD' });
});
