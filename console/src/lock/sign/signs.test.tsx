import { Connection } from '@plomb/contract/lock/connection';
import { bySeverity, type CommandStage, commandSigns, stateSigns } from '@plomb/contract/lock/signs';
import { cleanup, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLive } from '../../platform/live.ts';
import { Battery } from './Battery.tsx';
import { CommandSign } from './CommandSign.tsx';
import { Signal, signalBars } from './Signal.tsx';
import { StateSign, StateWord } from './StateSign.tsx';

const drawn = (node: React.ReactElement): string => {
  const { container, unmount } = render(node);
  const html = [...container.querySelectorAll('path,circle,rect')]
    .map((e) => e.getAttribute('d') ?? e.outerHTML)
    .join();
  unmount();
  return html;
};

test('a sign tells state and connection to who cannot see it', () => {
  render(<StateSign status={2} connection="sleeping" lang="en" />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Sealed, Sleeping');
  cleanup();
  render(<StateSign status={2} lang="zh" />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('已施封');
});

test('while nothing is heard a sign says nothing of the connection', () => {
  useLive.setState({ state: 'lost', since: Date.now() });
  const deaf = drawn(<StateSign status={2} connection="sleeping" lang="en" />);
  useLive.setState({ state: 'open', since: Date.now() });
  expect(deaf).toBe(drawn(<StateSign status={2} lang="en" />));
  expect(deaf).not.toBe(drawn(<StateSign status={2} connection="sleeping" lang="en" />));
});

test('beside its word a sign is silent', () => {
  render(<StateSign status={3} lang="en" decorative />);
  expect(screen.queryByRole('img')).toBeNull();
});

test('every state and connection is drawn differently, colour apart', () => {
  const all = bySeverity.flatMap((status) =>
    Connection.options.map((connection) => drawn(<StateSign {...{ status, connection }} lang="en" />)),
  );
  const held = Connection.options.map((connection) =>
    drawn(<StateSign status={2} connection={connection} trust={{ held: true, stale: false }} lang="en" />),
  );
  expect(new Set([...all, ...held]).size).toBe((Object.keys(stateSigns).length + 1) * Connection.options.length);
});

test('a status that is not the lock’s own fresh word says what it rests on', () => {
  const said = (trust: { held: boolean; stale: boolean }, lang: 'zh' | 'en') => {
    const { container, unmount } = render(<StateWord status={2} trust={trust} lang={lang} />);
    const text = container.textContent;
    unmount();
    return text;
  };
  expect(said({ held: false, stale: false }, 'en')).toBe('Sealed');
  expect(said({ held: true, stale: false }, 'en')).toBe('Locked, seal held');
  expect(said({ held: false, stale: true }, 'en')).toBe('Sealed (last known)');
  expect(said({ held: true, stale: true }, 'zh')).toBe('已锁·平台代持封（最后已知）');
});

test('an answered command is an outline; only a proved one is filled', () => {
  const filled = (Object.keys(commandSigns) as CommandStage[]).filter((stage) => {
    const { container, unmount } = render(<CommandSign stage={stage} lang="en" />);
    const fill = container.querySelector('circle')?.getAttribute('fill');
    unmount();
    return fill === 'currentColor';
  });
  expect(filled).toEqual(['proved']);
});

test('a battery says its figure, and an unknown one says so', () => {
  render(<Battery percent={17.4} charging lang="en" />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Battery 17% charging');
  cleanup();
  render(<Battery percent={null} lang="zh" />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('电量 未知');
});

test('bars follow CSQ; 99 is unknown', () => {
  expect([0, 2, 3, 10, 15, 31, 99, null].map(signalBars)).toEqual([0, 0, 1, 2, 3, 4, null, null]);
  render(<Signal csq={21} lang="en" />);
  expect(screen.getByText('−71 dBm')).toBeTruthy();
});
