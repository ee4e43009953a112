import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, startReceiver } from '../../testing/receiver.ts';
import { openGeocoder, wordsIn } from './geocoder.ts';

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());
let now = 1_700_000_000_000;
const open = async (answer: () => Answer, allowed = ['127.0.0.0/8'], query = '?lon={lon}&lat={lat}&l={lang}') => {
  const { received, ...receiver } = await startReceiver(answer);
  stop = receiver.stop;
  const settings = { GEOCODER_URL: `${receiver.url}/${query}`, GEOCODER_PER_SECOND: 1, OUTBOUND_ALLOW: allowed };
  return { received, tell: openGeocoder(settings, () => now)! };
};
const named = { status: 200, body: { display_name: 'Yard 7, Port Road' } };

describe('a provider of places in words', () => {
  it('is there where the settings name one', () =>
    expect(openGeocoder({ GEOCODER_URL: undefined, GEOCODER_PER_SECOND: 1, OUTBOUND_ALLOW: [] })).toBeNull());

  it('is asked once for a place, by all who want it', async () => {
    const { received, tell } = await open(() => named);
    const both = [tell(120.98001, 31.38, 'en'), tell(120.97999, 31.38, 'en')];
    expect(await Promise.all(both)).toEqual(['Yard 7, Port Road', 'Yard 7, Port Road']);
    await tell(120.98, 31.38, 'zh');
    expect(received.map(({ path }) => path)).toEqual([
      '/?lon=120.980&lat=31.380&l=en',
      '/?lon=120.980&lat=31.380&l=zh-CN',
    ]);
  });

  it('is asked no oftener than it may be', async () => {
    const { received, tell } = await open(() => named);
    for (let i = 0; i < 25; i++) await tell(100 + i, 30, 'zh');
    expect(received).toHaveLength(20);
    now += 1000;
    expect(await tell(124, 30, 'zh')).toBe('Yard 7, Port Road');
  });

  it('that fails, or sends elsewhere, is left alone for a minute', async () => {
    let answer: Answer = { status: 302, headers: { Location: 'http://127.0.0.1:1/' } };
    const { received, tell } = await open(() => answer);
    expect([await tell(120, 30, 'zh'), await tell(120, 30, 'zh')]).toEqual([null, null]);
    expect(received).toHaveLength(1);
    answer = named;
    now += 60_000;
    expect(await tell(120, 30, 'zh')).toBe('Yard 7, Port Road');
  });

  it('inside of the house is reached where OUTBOUND_ALLOW opens it', async () => {
    const { received, tell } = await open(() => named, []);
    expect(await tell(120, 30, 'zh')).toBeNull();
    expect(received).toEqual([]);
  });

  it('whose address has no language tells Chinese alone', async () => {
    const { tell } = await open(() => named, undefined, '?lon={lon}&lat={lat}');
    expect([await tell(120, 30, 'en'), await tell(120, 30, 'zh')]).toEqual([null, 'Yard 7, Port Road']);
  });

  it.each([
    ['{"display_name":" A "}', 'A'],
    ['{"result":{"formatted_address":"江苏省昆山市"},"status":"0"}', '江苏省昆山市'],
    ['{"result":null}', null],
    ['{"display_name":7}', null],
    ['<html>', null],
    ['null', null],
  ])('is understood: %s', (text, words) => expect(wordsIn(text)).toBe(words));
});
