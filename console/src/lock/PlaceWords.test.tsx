import { places } from '@plomb/contract/basemaps/places';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../testing/fakeServer.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { PlaceWords } from './PlaceWords.tsx';

inEnglish();

it('the places of a screen are asked for at once, and each is said in words', async () => {
  const server = fakeServer();
  server.on(places.words.path, ({ points }) => ({
    data: {
      rows: (points as { lon: number }[]).map(({ lon }) => (lon > 0 ? { zh: `东 ${lon}`, en: `east ${lon}` } : null)),
    },
  }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PlaceWords lon={121.47371} lat={31.23041} />
      <PlaceWords lon={12} lat={3} />
      <PlaceWords lon={-140} lat={-40} />
      <PlaceWords lon={null} lat={null} />
    </QueryClientProvider>,
  );
  await screen.findByText('east 121.474');
  await screen.findByText('east 12');
  expect(server.count(places.words.path)).toBe(1);
  expect(document.querySelectorAll('.place-words')).toHaveLength(2);
});
