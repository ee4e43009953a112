import { expect, it } from 'vitest';
import { choiceFrom, choiceInto } from './address.ts';

const of = (search: string) => choiceFrom(new URLSearchParams(search));

it('a bookmark says which organisation, how grave and how long; what makes no sense is left out', () => {
  expect(of('org=7&severity=critical&every=30')).toEqual({ org: 7, severity: 'critical', every: 30 });
  for (const search of ['', 'org=-1&severity=info&every=x', 'org=1e3&severity='])
    expect(of(search)).toEqual({ org: undefined, severity: null, every: 12 });
  expect(of('every=1').every).toBe(5);
  expect(of('every=1000').every).toBe(120);
});

it('goes into the address and comes out of it', () => {
  const address = choiceInto(new URLSearchParams('every=30'), { org: 7, severity: 'critical' });
  expect(choiceFrom(address)).toEqual({ org: 7, severity: 'critical', every: 30 });
  expect(choiceInto(address, { org: undefined, severity: null }).toString()).toBe('every=30');
});
