import { compareVersions } from '@plomb/contract/apps/version';
import { describe, expect, it, test } from 'vitest';
import { type Heard, heard, upgradeOf } from './rules.ts';

test.each([
  ['1.10.0', '1.9.9', 1],
  ['2.0.0', '1.99.99', 1],
  ['1.0.1', '1.0.0', 1],
  ['1.0.0', '1.0.0', 0],
  ['0.9.0', '1.0.0', -1],
])('%s beside %s', (a, b, sign) => expect(Math.sign(compareVersions(a, b))).toBe(sign));

const v = (app_version: string, force_update = false) => ({ app_version, force_update });

describe('the upgrade a handset is offered', () => {
  it('is the newest that is newer, by its numbers and not by its letters', () => {
    expect(upgradeOf([v('1.9.0'), v('1.10.0'), v('1.2.0')], '1.3.0')?.app_version).toBe('1.10.0');
  });
  it('is none where nothing newer is published', () => {
    expect(upgradeOf([], '1.0.0')).toBeNull();
    expect(upgradeOf([v('1.0.0', true), v('0.9.0')], '1.0.0')).toBeNull();
  });
  it('has to be taken as long as one has to that the handset has not got', () => {
    const all = [v('1.1.0', true), v('1.2.0')];
    expect(upgradeOf(all, '1.0.0')).toEqual(v('1.2.0', true));
    expect(upgradeOf(all, '1.1.0')).toEqual(v('1.2.0', false));
    // withdrawn, it is not among those that are published
    expect(upgradeOf([v('1.2.0')], '1.0.0')).toEqual(v('1.2.0', false));
  });
});

describe('what is known of a handset', () => {
  const first = heard(null, '1.0.0', '1.1.0', 10);
  const fetched: Heard = { ...first, fetched_time: 20 };
  it('begins with what it says and is offered', () => {
    expect(first).toEqual({
      app_version: '1.0.0',
      former_version: '',
      offered_version: '1.1.0',
      offered_time: 10,
      fetched_time: null,
      version_time: 10,
    });
  });
  it('stays as it is while the same is offered again', () => {
    expect(heard(fetched, '1.0.0', '1.1.0', 30)).toEqual(fetched);
  });
  it('tells the upgrade it took, and from what', () => {
    expect(heard(fetched, '1.1.0', null, 30)).toEqual({
      ...fetched,
      app_version: '1.1.0',
      former_version: '1.0.0',
      version_time: 30,
    });
  });
  it('begins anew with another offer', () => {
    expect(heard(fetched, '1.0.0', '1.2.0', 30)).toMatchObject({
      offered_version: '1.2.0',
      offered_time: 30,
      fetched_time: null,
    });
  });
  it('forgets an offer that was withdrawn before it was taken', () => {
    expect(heard(fetched, '1.0.0', null, 30)).toMatchObject({
      offered_version: '',
      offered_time: null,
      fetched_time: null,
      version_time: 10,
    });
  });
});
