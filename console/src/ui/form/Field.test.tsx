import { deviceTypes } from '@plomb/contract/devices/deviceTypes';
import { fieldErrors } from '@plomb/contract/errors';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Input, InputNumber } from 'antd';
import { expect, it } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { Field } from './Field.tsx';
import { SchemaContext } from './schema.ts';

inEnglish();

it('asks of a control what the contract asks of its field, and says it in its words', async () => {
  render(
    <Form validateTrigger="onBlur">
      <SchemaContext value={deviceTypes.add.input}>
        <Field name="device_type" label="Code">
          <Input />
        </Field>
        <Field name="device_type_name" label="Name">
          <Input maxLength={10} />
        </Field>
        <Field name="report_interval" label="Interval">
          <InputNumber />
        </Field>
      </SchemaContext>
    </Form>,
  );
  const code = await screen.findByLabelText<HTMLInputElement>('Code');
  expect(code.maxLength).toBe(32);
  expect(code.getAttribute('aria-required')).toBe('true');
  // a page may ask for less
  expect(screen.getByLabelText<HTMLInputElement>('Name').maxLength).toBe(10);
  await userEvent.click(screen.getByLabelText('Name'));
  await userEvent.paste('more than ten letters');
  await screen.findByText('10 / 10');
  expect(screen.getByLabelText('Interval').getAttribute('aria-valuemin')).toBe('5');
  await userEvent.type(code, 'a b');
  await userEvent.tab();
  await screen.findByText(fieldErrors.code.en);
  await userEvent.clear(code);
  await userEvent.tab();
  await screen.findByText(fieldErrors.required.en);
});
