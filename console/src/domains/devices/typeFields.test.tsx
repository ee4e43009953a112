import { deviceTypes } from '@plomb/contract/devices/deviceTypes';
import { fieldErrors } from '@plomb/contract/errors';
import { lithiumCell } from '@plomb/contract/lock/batteryCurve';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { SchemaContext } from '../../ui/form/schema.ts';
import { BatteryCurveField } from './BatteryCurve.tsx';
import { IdentityFields } from './Identity.tsx';
import { blankIntervals, IntervalFields } from './IntervalFields.tsx';

inEnglish();

const show = async (fields: ReactNode, values: object) => {
  const sent = vi.fn();
  render(
    <Suspense>
      <Form validateTrigger="onBlur" initialValues={values} onFinish={sent}>
        <SchemaContext value={deviceTypes.add.input}>{fields}</SchemaContext>
        <button type="submit">Save</button>
      </Form>
    </Suspense>,
  );
  await screen.findByText('Save');
  return sent;
};
const type = (label: string, value: string): void => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};
const press = (name: string): void => void fireEvent.click(screen.getByText(name));
const drawn = () => document.querySelector('[role=img][aria-label^="Battery curve"]')?.getAttribute('aria-label');

it('takes a battery curve point by point, draws it, and sends it once it rises', async () => {
  const sent = await show(<BatteryCurveField />, { battery_curve: lithiumCell });
  await screen.findByLabelText('Point 1, volts');
  expect(drawn()).toBe('Battery curve: 3.5 V 0 % · 4.15 V 100 %');
  press('Add a point');
  await screen.findByLabelText('Point 3, volts');
  expect(drawn()).toBeUndefined();
  type('Point 3, volts', '4.05');
  type('Point 3, percent', '80');
  press('Save');
  await screen.findByText(fieldErrors.batteryCurve.en);
  expect(sent).not.toHaveBeenCalled();
  type('Point 3, volts', '4.3');
  type('Point 2, percent', '70');
  type('Point 3, percent', '100');
  await waitFor(() => expect(drawn()).toBe('Battery curve: 3.5 V 0 % · 4.15 V 70 % · 4.3 V 100 %'));
  fireEvent.click(screen.getByLabelText('Remove point 1'));
  await waitFor(() => expect(drawn()).toBe('Battery curve: 4.15 V 70 % · 4.3 V 100 %'));
  expect(screen.getByLabelText('Remove point 1')).toHaveProperty('disabled', true);
  press('Save');
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith({
      battery_curve: [
        [4.15, 70],
        [4.3, 100],
      ],
    }),
  );
});

it('asks no battery curve of a family that tells percent', async () => {
  await show(
    <>
      <Form.Item name="family" noStyle>
        <input />
      </Form.Item>
      <BatteryCurveField />
    </>,
    { family: 'jt701', battery_curve: lithiumCell },
  );
  expect(screen.queryByLabelText('Point 1, volts')).toBeNull();
});

it('says beside its field which interval its limits leave out, and which limits cross', async () => {
  const sent = await show(<IntervalFields />, blankIntervals);
  await screen.findByLabelText('Report every (s)');
  type('Can be set to report every (s), at most', '50');
  await screen.findByText(fieldErrors.intervalLimits.en);
  type('Report every (s)', '40');
  await waitFor(() => expect(screen.queryByText(fieldErrors.intervalLimits.en)).toBeNull());
  type('Can be set to report every (s), at least', '51');
  await screen.findByText(fieldErrors.limitOrder.en);
  press('Save');
  await waitFor(() => expect(screen.getAllByText(fieldErrors.limitOrder.en)).toBeTruthy());
  expect(sent).not.toHaveBeenCalled();
  type('Can be set to report every (s), at least', '10');
  press('Save');
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith({
      ...blankIntervals,
      report_interval: 40,
      report_interval_min: 10,
      report_interval_max: 50,
    }),
  );
});

it('warns, while it is chosen, that whoever knows the number is the lock, and that everybody knows the password', async () => {
  const family = (
    <Form.Item name="family" noStyle>
      <input />
    </Form.Item>
  );
  const choose = async (field: number, value: string): Promise<void> => {
    fireEvent.mouseDown((await screen.findAllByRole('combobox'))[field] as HTMLElement);
    fireEvent.click(await screen.findByText(value, { selector: '.ant-select-item-option-content' }));
  };
  const warnings = () => screen.queryAllByRole('alert').map((one) => one.textContent);
  await show(
    <>
      {family}
      <IdentityFields />
    </>,
    { family: 'jt701', identity_rule: 'network', networks: ['10.0.0.0/8'], unseal_password: 'dynamic' },
  );
  expect(warnings()).toEqual([]);
  await choose(0, 'None, its number is enough');
  await waitFor(() =>
    expect(warnings()).toEqual([expect.stringMatching(/^Whoever knows the number of such a lock can speak for it/)]),
  );
  await choose(2, 'The password that stays (888888 from the factory)');
  await waitFor(() => expect(warnings()).toHaveLength(2));
  expect(warnings()[1]).toBe(
    'Everybody knows the factory password. Choose the one-time password where the lock has it.',
  );
  await choose(0, 'Network it comes from');
  await waitFor(() => expect(warnings()).toHaveLength(1));
});
