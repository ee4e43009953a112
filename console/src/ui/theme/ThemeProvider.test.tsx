import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ThemeProvider } from './ThemeProvider.tsx';

it.each([
  ['screen', 'dark'],
  ['print', 'light'],
])('on %s the dark theme is %s: on paper its words would be white on white', (medium, shown) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === medium,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  render(
    <ThemeProvider colour="#1890ff" mode="dark" size="medium">
      <p>words</p>
    </ThemeProvider>,
  );
  expect(document.documentElement.dataset.theme).toBe(shown);
});
