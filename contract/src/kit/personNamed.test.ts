import { expect, it } from 'vitest';
import { personNamed } from './personNamed.ts';

it('tells by the login name who bears a name', () => {
  expect(personNamed('Administrator', 'duty')).toBe('Administrator (duty)');
  expect(personNamed('duty', 'duty')).toBe('duty');
  expect(personNamed('Chen Li', '')).toBe('Chen Li');
});
