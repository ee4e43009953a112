import { deviceTypes } from '@plomb/contract/devices/deviceTypes';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Input } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { Refused } from '../../platform/answer.ts';
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

it('says what is refused of fields that it does not show, too', async () => {
  const save = vi.fn();
  showPage(
    <RecordForm title="Add" initial={{}} save={save} schema={deviceTypes.add.input} close={() => undefined}>
      <Fields />
      <Form.List name="stops">
        {() => (
          <Form.Item name={[0, 'address']} label="Address">
            <Input />
          </Form.Item>
        )}
      </Form.List>
    </RecordForm>,
    '/',
  );
  const name = await screen.findByLabelText('Name');
  await userEvent.type(name, 'Joint');
  const refuse = async (fields: Record<string, string>): Promise<void> => {
    save.mockRejectedValueOnce(new Refused('validation', 'The form information is wrong', fields));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  };
  await refuse({ stops: 'There is no such stop' });
  const alone = await screen.findByText('Not saved. The form information is wrong. There is no such stop.');
  await refuse({ stops: 'There is no such stop', device_type_name: 'Taken', hidden: 'There is no such stop' });
  await waitFor(() => expect(alone.isConnected).toBe(false));
  expect((await screen.findByRole('alert')).textContent).toBe('3 fields need attentionThere is no such stop.');
  expect(screen.getByText('Taken')).toBeTruthy();
  await userEvent.type(name, ' lock');
  await userEvent.tab();
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('2 fields need attentionThere is no such stop.'),
  );
});
