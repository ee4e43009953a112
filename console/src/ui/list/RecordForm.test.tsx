import { deviceTypes } from '@plomb/contract/devices/deviceTypes';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Input } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { hasUnsaved } from '../../platform/unsaved.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage } from '../../testing/showPage.tsx';
import { Coming } from '../form/Coming.tsx';
import { Field } from '../form/Field.tsx';
import { later } from '../later.tsx';
import { RecordForm } from './RecordForm.tsx';

inEnglish();

const Fields = () => (
  <Field name="device_type_name" label="Name">
    <Input />
  </Field>
);

it('saves nothing while its fields are on their way', async () => {
  const { promise, resolve } = Promise.withResolvers<() => ReactNode>();
  const Late = later(() => promise, { meanwhile: <Coming /> });
  showPage(
    <RecordForm title="Add" initial={{}} save={vi.fn()} schema={deviceTypes.add.input} close={() => undefined}>
      <Late />
    </RecordForm>,
    '/',
  );
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' });
  await waitFor(() => expect(button.disabled).toBe(true));
  await act(async () => resolve(Fields));
  await screen.findByLabelText('Name');
  await waitFor(() => expect(button.disabled).toBe(false));
});

it('counts what needs attention for as long as it does', async () => {
  showPage(
    <RecordForm title="Add" initial={{}} save={vi.fn()} schema={deviceTypes.add.input} close={() => undefined}>
      <Fields />
    </RecordForm>,
    '/',
  );
  const name = await screen.findByLabelText('Name');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('1 field needs attention')).toBeTruthy();
  await userEvent.type(name, 'Hatch lock');
  await userEvent.tab();
  await waitFor(() => expect(screen.queryByText('1 field needs attention')).toBeNull());
});

it('is not left unasked when something was put into it, by whatever way', async () => {
  const Beside = () => {
    const form = Form.useFormInstance();
    // what it fills in of itself is nobody's work
    useEffect(() => form.setFieldValue('device_type_name', 'usual'), [form]);
    return (
      <button type="button" onClick={() => form.setFieldValue('device_type_name', 'put')}>
        put
      </button>
    );
  };
  showPage(
    <RecordForm title="Add" initial={{}} save={vi.fn()} schema={deviceTypes.add.input} close={() => undefined}>
      <Fields />
      <Beside />
    </RecordForm>,
    '/',
  );
  const button = await screen.findByRole('button', { name: 'put' });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('usual'));
  expect(hasUnsaved(['/'])).toBe(false);
  await userEvent.click(button);
  await waitFor(() => expect(hasUnsaved(['/'])).toBe(true));
});
