import { expect, it } from 'vitest';
import { onTold, readTold, type Told, tell } from './windows.ts';

it.each([
  [{ kind: 'language', lang: 'zh' }, true],
  [{ kind: 'language', lang: 'fr' }, false],
  [{ kind: 'size', size: 'mini' }, true],
  [{ kind: 'size', size: 'huge' }, false],
  [{ kind: 'look', look: null }, true],
  [{ kind: 'look' }, false],
  [{ kind: 'else' }, false],
  ['zh', false],
  [null, false],
])('%j is understood: %s', (data, understood) => {
  expect(readTold(data)).toEqual(understood ? data : null);
});

it('reaches the other windows, not the one that speaks', async () => {
  const other = new BroadcastChannel('settings');
  const here: Told[] = [];
  const stop = onTold((told) => here.push(told));
  const there = new Promise((heard) => other.addEventListener('message', (event) => heard(event.data), { once: true }));
  tell({ kind: 'size', size: 'small' });
  expect(await there).toEqual({ kind: 'size', size: 'small' });
  const answered = new Promise<void>((done) => {
    const once = onTold(() => {
      once();
      done();
    });
  });
  other.postMessage({ kind: 'language', lang: 'en' });
  await answered;
  expect(here).toEqual([{ kind: 'language', lang: 'en' }]);
  stop();
  other.close();
});
