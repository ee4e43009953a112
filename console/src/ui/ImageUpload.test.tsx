import { imageBytes } from '@plomb/contract/files/images';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form } from 'antd';
import { Suspense, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { ImageUpload } from './ImageUpload.tsx';
import { RecordForm } from './list/RecordForm.tsx';

let sent: FormData[];
let answer: object;
inEnglish();
beforeEach(() => {
  sent = [];
  answer = { verify: { sign: 'success', desc: '' }, data: { path: '/image/abc', width: 1, height: 1 } };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Response.json({ signSecret: 's', title: '', version: '0' });
    sent.push(init.body as FormData);
    return Response.json(answer);
  });
});

const Field = ({ start = '' }: { start?: string }) => {
  const [value, change] = useState(start);
  return (
    <Suspense>
      <ImageUpload purpose="logo" value={value} onChange={change} />
      <output>{value}</output>
    </Suspense>
  );
};
const choose = async (name: string, type: string, size = 10): Promise<void> => {
  const { container } = render(<Field />);
  await screen.findByRole('button', { name: /Upload a picture/ });
  const input = container.querySelector('input[type=file]') as HTMLInputElement;
  const file = new File([new Uint8Array(size)], name, { type });
  await userEvent.setup({ applyAccept: false }).upload(input, file);
};

it('sends a picture as a signed form, and its value becomes the path answered', async () => {
  await choose('logo.png', 'image/png');
  await screen.findByText('/image/abc');
  expect([...(sent[0]?.keys() ?? [])].sort()).toEqual(['file', 'langue', 'purpose', 'sign', 'timestamp']);
  expect(screen.getByRole('img', { name: 'Uploaded picture' }).getAttribute('src')).toBe('/image/abc');
});

it.each([
  ['logo.svg', 'image/svg+xml', 10],
  ['page.html', 'text/html', 10],
  ['large.jpg', 'image/jpeg', imageBytes + 1],
])('refuses %s here already', async (name, type, size) => {
  await choose(name, type, size);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Only jpg or png pictures of at most 2 MB can be uploaded',
  );
  expect(sent).toEqual([]);
});

it('says what the server refused, and keeps the value', async () => {
  answer = { verify: { sign: 'validation', desc: 'Only jpg or png' } };
  await choose('broken.png', 'image/png');
  const failure = await screen.findByRole('alert');
  expect([useNotices.getState().shown.at(-1)?.text, failure.textContent]).toEqual([
    'Only jpg or png',
    'Upload failed.',
  ]);
  act(() => useNotices.setState({ shown: [] }));
  expect(failure.textContent).toBe('Upload failed. Only jpg or png');
  expect(screen.getByRole('status').textContent).toBe('');
});

it('removes a picture', async () => {
  render(<Field start="/image/old" />);
  await userEvent.click(await screen.findByRole('button', { name: /Remove/ }));
  expect(screen.getByRole('status').textContent).toBe('');
});

it('keeps the form around it from being saved without the picture that is on its way', async () => {
  const answered = Promise.withResolvers<void>();
  const through = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (init.body instanceof FormData) await answered.promise;
    return through(url, init);
  });
  const save = vi.fn(async () => undefined);
  const { baseElement } = render(
    <Suspense>
      <RecordForm<{ logo: string }> title="Organisation" initial={{ logo: '' }} save={save} close={() => undefined}>
        <Form.Item name="logo">
          <ImageUpload purpose="logo" />
        </Form.Item>
      </RecordForm>
    </Suspense>,
  );
  const button = (await screen.findByRole('button', { name: 'Save' })) as HTMLButtonElement;
  await screen.findByRole('button', { name: /Upload a picture/ });
  const input = baseElement.querySelector('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, new File([new Uint8Array(10)], 'logo.png', { type: 'image/png' }));
  await waitFor(() => expect(button.disabled).toBe(true));
  answered.resolve();
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
  await waitFor(() => expect(save).toHaveBeenCalledWith({ logo: '/image/abc' }, '', expect.any(Function)));
});
