import { deviceTypes } from '@plomb/contract/devices/deviceTypes';
import { fieldErrors } from '@plomb/contract/errors';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Input, InputNumber } from 'antd';
import { expect, it } from 'vitest';
import { Refused, readAnswer } from '../../platform/answer.ts';
import { setLang } from '../../platform/i18n.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { Field } from './Field.tsx';
import { markRefused } from './Said.tsx';
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
  // what is out of it stands as it was typed, and is refused
  await userEvent.type(screen.getByLabelText('Interval'), '3');
  await userEvent.tab();
  await screen.findByText(/5/, { selector: '.ant-form-item-explain-error' });
  expect(screen.getByLabelText<HTMLInputElement>('Interval').value).toBe('3');
  await userEvent.type(code, 'a b');
  await userEvent.tab();
  await screen.findByText(fieldErrors.code.en);
  await userEvent.clear(code);
  await userEvent.tab();
  await screen.findByText(fieldErrors.required.en);
});

it('keeps what the server refuses as what it is, and says it in the language that is read now', async () => {
  const Refusing = () => {
    const [form] = Form.useForm();
    return (
      <Form form={form}>
        <SchemaContext value={deviceTypes.add.input}>
          <Field name="device_type" label="Code">
            <Input />
          </Field>
        </SchemaContext>
        <button
          type="button"
          onClick={async () => {
            const words = { desc: { zh: '有误', en: 'Wrong' }, fields: { device_type: { zh: '已存在', en: 'Taken' } } };
            const answer = { verify: { sign: 'validation', desc: 'Wrong' }, data: { device_type: 'Taken' }, words };
            const refused = await readAnswer(Response.json(answer)).catch((error: unknown) => error);
            if (refused instanceof Refused) markRefused(form, refused.fields);
          }}
        >
          refuse
        </button>
      </Form>
    );
  };
  render(<Refusing />);
  await screen.findByLabelText('Code');
  await userEvent.click(screen.getByText('refuse'));
  await screen.findByText('Taken');
  await act(() => setLang('zh'));
  await screen.findByText('已存在');
  expect(screen.queryByText('Taken')).toBeNull();
  await act(() => setLang('en'));
});

it('says what is wrong in the language that is read now, and keeps what only the server knows', async () => {
  const Two = () => {
    const [form] = Form.useForm();
    return (
      <Form form={form} validateTrigger="onBlur">
        <SchemaContext value={deviceTypes.add.input}>
          <Field name="device_type" label="Code">
            <Input />
          </Field>
          <Field name="device_type_name" label="Name">
            <Input />
          </Field>
        </SchemaContext>
        <button
          type="button"
          onClick={() => form.setFields([{ name: 'device_type_name', errors: ['The server has it already'] }])}
        >
          refuse
        </button>
      </Form>
    );
  };
  render(<Two />);
  await userEvent.type(await screen.findByLabelText('Code'), 'a b');
  await userEvent.tab();
  await screen.findByText(fieldErrors.code.en);
  await userEvent.click(screen.getByText('refuse'));
  await screen.findByText('The server has it already');
  await act(() => setLang('zh'));
  await screen.findByText(fieldErrors.code.zh);
  expect(screen.queryByText(fieldErrors.code.en)).toBeNull();
  expect(screen.getByText('The server has it already')).toBeTruthy();
  await act(() => setLang('en'));
});
