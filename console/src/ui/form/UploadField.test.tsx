import { firmwareCalls } from '@plomb/contract/firmware/domain';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage } from '../../testing/showPage.tsx';
import { UploadField } from './UploadField.tsx';

const { upload } = vi.hoisted(() => ({ upload: vi.fn() }));
vi.mock('../../platform/client.ts', async (original) => ({ ...(await original<object>()), upload }));
inEnglish();

const Form = ({ first }: { first: string | null }) => {
  const [path, setPath] = useState(first);
  return (
    <UploadField
      of={firmwareCalls.firmware.upload}
      accept=".bin"
      words={{ choose: 'Choose', replace: 'Replace' }}
      value={path}
      onChange={setPath}
    />
  );
};

it('says which file was chosen, and of one that was there before that there is one', async () => {
  const user = userEvent.setup();
  upload.mockResolvedValue({ path: '/new' });
  showPage(<Form first="/old" />, '/');
  expect(await screen.findByText('A file is uploaded.')).toBeTruthy();
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File(['x'], 'shanghai.bin'));
  expect(await screen.findByText('Uploaded: shanghai.bin')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: /Take the file away/ }));
  expect(screen.queryByText(/shanghai/)).toBeNull();
});
