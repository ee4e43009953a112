import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { useCopy } from './useCopy.ts';

const write = vi.fn<(text: string) => Promise<void>>();
inEnglish();
beforeEach(() => {
  write.mockReset().mockResolvedValue();
  useNotices.setState({ shown: [] });
  vi.stubGlobal('navigator', { clipboard: { writeText: write } });
  document.execCommand = () => false;
});
const told = () => useNotices.getState().shown.map(({ kind, text }) => [kind, text]);

it('copies and says so', async () => {
  renderHook(useCopy).result.current('14802109001');
  await waitFor(() => expect(told()).toEqual([['success', 'Copied']]));
  expect(write).toHaveBeenCalledWith('14802109001');
});

it('says where the browser does not allow it, or shows what is to be copied by hand', async () => {
  write.mockRejectedValue(new Error('denied'));
  const copy = renderHook(useCopy).result.current;
  copy('a');
  copy('14802109001', { shown: '14802109001' });
  await waitFor(() => expect(told()).toHaveLength(2));
  expect(told()).toEqual([
    ['info', 'The browser does not allow copying here. Please select the text.'],
    ['info', '14802109001'],
  ]);
});
