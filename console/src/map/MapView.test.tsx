import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MapView } from './MapView.tsx';

test('without WebGL the map says so, and that nothing else is affected', async () => {
  const onHandle = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MapView mode="light" colour="#1890ff" lang="en" label="Map of locks" onHandle={onHandle} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('status').textContent).toBe('Loading the map…');
  const alert = await screen.findByRole('alert', {}, { timeout: 10_000 });
  expect(alert.textContent).toContain('WebGL 2');
  expect(alert.textContent).toContain('not affected');
  expect(screen.queryByRole('button')).toBeNull();
  expect(onHandle).not.toHaveBeenCalled();
});
