import { deviceCalls } from '@plomb/contract/devices/domain';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form } from 'antd';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { SchemaContext } from '../../ui/form/schema.ts';
import { DeviceForm } from './DeviceForm.tsx';

inEnglish();
const type = (id: number, family: string) => ({ id, device_type: `T${id}`, device_type_name: `Type ${id}`, family });
beforeEach(() => {
  const deviceTypes = [type(1, 'hhd'), type(2, 'hhd'), type(3, 'jt701')];
  const server = fakeServer();
  server.on(deviceCalls.devices.options.path, () => ({ data: { organizations: [], deviceTypes, manufacturers: [] } }));
  server.on(deviceCalls.devices.list.path, () => ({ data: { rows: [], total: 0 } }));
  signInWith(deviceCalls.devices.list);
});
const show = (initialValues: object) =>
  showPage(
    <Form initialValues={initialValues}>
      <SchemaContext value={deviceCalls.devices.update.input}>
        <DeviceForm />
      </SchemaContext>
    </Form>,
    '/device?edit=7',
  );
const lock = { sn: '14802100007', device_type_id: 1 };
const means = /orders that wait are cancelled/;

it('says before another number is saved that it is another lock, and nothing once it is the same again', async () => {
  show(lock);
  const number = await screen.findByLabelText('Serial number');
  expect(screen.queryByText(means)).toBeNull();
  await userEvent.type(number, '8');
  expect((await screen.findByText(means)).textContent).toMatch(/^Another number is another lock/);
  await userEvent.type(number, '{backspace}');
  expect(screen.queryByText(means)).toBeNull();
});

it('says it of a type of another family, and not of another type of the same', async () => {
  show(lock);
  const choose = async (name: string) => {
    await userEvent.click(await screen.findByLabelText('Device type'));
    await userEvent.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }));
  };
  await choose('Type 2');
  expect(screen.queryByText(means)).toBeNull();
  await choose('Type 3');
  expect((await screen.findByText(means)).textContent).toMatch(/^A type of another family is another lock/);
});

it('says nothing of the kind of a new device', async () => {
  show({});
  await userEvent.type(await screen.findByLabelText('Serial number'), '14802100007');
  expect(screen.queryByText(means)).toBeNull();
});
