import type { InputOf } from '@plomb/contract/kit/call';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { noLimits } from '@plomb/contract/logistics/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

const { journeyTemplates, logisticsBatches, vehicles } = logisticsCalls;
type Template = InputOf<typeof journeyTemplates.add>;
let api: TestApi;
let above: { org: number; who: BuiltOperator; calls: Caller };
let below: { org: number; who: BuiltOperator; calls: Caller };
let beside: Caller;
let nth = 0;

const house = async (parent?: number) => {
  const org = await buildOrganisation(api.db, parent);
  const who = await buildOperator(api.db, org);
  return { org, who, calls: await api.signedIn(who) };
};
beforeAll(async () => {
  api = await startApi();
  above = await house();
  below = await house(above.org);
  beside = (await house()).calls;
});
afterAll(() => api.stop());

const place = (address: string, lon: number) => ({ address, lat: 30, lon, radius: 500 });
const template = (more: Partial<Template> = {}): Template => ({
  ...{ name: `tanker ${++nth}`, carrier: 'ZPC', minutes: 240, limits: noLimits },
  ...{ start: place('depot', 121.8), end: place('station', 121), destination: place('station', 121) },
  stops: [{ id: 'toll', ...place('toll', 121.4), after_minutes: 90, patrol: true }],
  positions: [
    {
      ...{ position: 'hatch 1', process_name: 'loading', medium: 'qr', photos_asked: ['lid', 'number'] },
      ...{ open_stops: ['toll'], openers: [{ kind: 'person', id: above.who.id }], second_person: true },
    },
    {
      ...{ position: 'valves', process_name: 'loading', medium: 'lock', photos_asked: [] },
      ...{ open_stops: [], openers: [], second_person: false },
    },
  ],
  ...more,
});
const planOf = async (calls: Caller, made: Template) => ({
  vehicle_id: (await calls.ok(vehicles.add, { plate: `浙L·${30_000 + ++nth}`, enterprise: 'ZPC' })).id,
  ...{ carrier: 'ZPC', driver: '', start: made.start, end: made.end, destination: made.destination },
  ...{ plan_start: '2026-11-20T01:00:00.000Z', plan_end: '2026-11-20T05:00:00.000Z', stops: [] },
  positions: [
    {
      ...{ position: 'hatch 1', process_name: '', medium: 'qr' as const, device_id: null, number: '' },
      ...{ photos_asked: [], open_stops: [], openers: [], second_person: false },
    },
  ],
});

it('a template says of a plan all that is not of one journey, and is changed by who read it last', async () => {
  const made = template();
  const { id } = await above.calls.ok(journeyTemplates.add, made);
  const read = await above.calls.ok(journeyTemplates.detail, { id });
  expect(read).toMatchObject({ ...made, is_own: true, stop_count: 1, position_count: 2 });
  expect(read.positions[0]!.openers).toEqual([
    { kind: 'person', id: above.who.id, name: expect.stringContaining('Operator') },
  ]);
  const { name } = made;
  await above.calls.ok(journeyTemplates.update, { ...made, id, minutes: 300, limits: null, version: read.version });
  expect(await above.calls.ok(journeyTemplates.detail, { id })).toMatchObject({ name, minutes: 300, limits: null });
  const late = await above.calls.call(journeyTemplates.update, { ...made, id, version: read.version });
  expect(late.verify.sign).toBe('conflict');
  expect((await above.calls.call(journeyTemplates.add, made)).verify.sign).toBe('conflict');
});

it('a template names no stop that it has not, no opener out of sight, and says nothing of how a lock is opened', async () => {
  const [hatch, valves] = template().positions as [Template['positions'][number], Template['positions'][number]];
  const refused = async (calls: Caller, positions: Template['positions']) => {
    const { verify, data } = await calls.call(journeyTemplates.add, template({ positions }));
    expect(verify.sign).toBe('validation');
    return Object.keys(data as unknown as object);
  };
  expect(await refused(above.calls, [hatch, { ...hatch, position: 'hatch 2', open_stops: ['gone'] }])).toEqual([
    'positions.1.open_stops',
  ]);
  expect(await refused(above.calls, [hatch, { ...valves, position: hatch.position }])).toEqual([
    'positions.1.position',
  ]);
  // of nothing but locks no patrol is planned
  expect(await refused(above.calls, [valves])).toEqual(['stops.0.patrol']);
  expect(await refused(below.calls, [valves, hatch])).toEqual(['positions.1.openers']);
  expect(await refused(above.calls, [hatch, { ...valves, second_person: true }])).toEqual([
    'positions.1.second_person',
  ]);
});

it('a template holds for the organisations below: they plan by it, do not change it, and read no name of whom they do not see', async () => {
  const made = template();
  const { id } = await above.calls.ok(journeyTemplates.add, made);
  const { rows } = await below.calls.ok(logisticsBatches.templates, { keyword: made.name });
  expect(rows).toEqual([{ id, name: made.name, org_name: '' }]);
  const read = await below.calls.ok(logisticsBatches.template, { id });
  expect(read).toMatchObject({ name: made.name, is_own: false });
  // neither by name nor by number
  expect(read.positions[0]!.openers).toEqual([{ kind: 'person', id: null, name: '' }]);
  expect(
    (
      await below.calls.call(journeyTemplates.update, {
        ...template(),
        positions: [{ ...made.positions[0]!, openers: [] }],
        id,
      })
    ).verify.sign,
  ).toBe('notFound');
  expect((await below.calls.call(journeyTemplates.delete, { ids: [id] })).verify.sign).toBe('notFound');
  expect((await beside.call(logisticsBatches.template, { id })).verify.sign).toBe('notFound');
  expect((await beside.ok(logisticsBatches.templates, { keyword: made.name })).rows).toEqual([]);
  // who plans with an opener that they do not see is told so beside the field
  const plan = await planOf(below.calls, made);
  const named = { ...plan.positions[0]!, openers: made.positions[0]!.openers };
  const { data } = await below.calls.call(logisticsBatches.add, { ...plan, positions: [named], template_id: id });
  expect(Object.keys(data as unknown as object)).toEqual(['positions.0.openers']);
});

it('a batch names the template it was made of as it was then, is found by it, and neither its change nor its end moves it', async () => {
  const made = template();
  const { id } = await above.calls.ok(journeyTemplates.add, made);
  const before = await above.calls.ok(journeyTemplates.detail, { id });
  const batch = await below.calls.ok(logisticsBatches.add, { ...(await planOf(below.calls, made)), template_id: id });
  await above.calls.ok(journeyTemplates.update, { ...made, id, name: `${made.name} renamed`, minutes: 100 });
  await above.calls.ok(journeyTemplates.delete, { ids: [id] });
  const read = await below.calls.ok(logisticsBatches.detail, { id: batch.id });
  expect(read).toMatchObject({ template_id: id, template_name: made.name, template_time: before.update_time });
  const found = await below.calls.ok(logisticsBatches.list, { template_id: id });
  expect(found.rows.map((row) => row.id)).toEqual([batch.id]);
  expect((await below.calls.ok(logisticsBatches.list, { template_id: id + 1 })).rows).toEqual([]);
  const gone = await below.calls.call(logisticsBatches.add, { ...(await planOf(below.calls, made)), template_id: id });
  expect(gone.data).toHaveProperty('template_id');
  // neither does anybody else
  await expect(
    api.db.query("update logistics_batch set template_name = 'other' where id = $1", [batch.id]),
  ).rejects.toMatchObject({ constraint: 'batch_step' });
});

it('a batch is made of the template as it was when it filled the form, or whoever plans it is told that it is another', async () => {
  const made = template();
  const { id } = await above.calls.ok(journeyTemplates.add, made);
  const { update_time: read } = await above.calls.ok(logisticsBatches.template, { id });
  const plan = await planOf(above.calls, made);
  await above.calls.ok(journeyTemplates.update, { ...made, id, name: `${made.name} anew` });
  const late = await above.calls.call(logisticsBatches.add, { ...plan, template_id: id, template_time: read });
  expect(late.data).toEqual({ template_id: expect.stringContaining('changed since it filled this form') });
  const { update_time: now } = await above.calls.ok(logisticsBatches.template, { id });
  await above.calls.ok(logisticsBatches.add, { ...plan, template_id: id, template_time: now });
  await above.calls.ok(journeyTemplates.delete, { ids: [id] });
  const gone = { ...(await planOf(above.calls, made)), template_id: id, template_time: now };
  expect((await above.calls.call(logisticsBatches.add, gone)).data).toHaveProperty('template_id');
});

it('no stop lies outside of its plan, nor later than the end of its template', async () => {
  const made = template();
  const [toll] = made.stops as [Template['stops'][number]];
  const late = await above.calls.call(journeyTemplates.add, { ...made, stops: [{ ...toll, after_minutes: 241 }] });
  expect(late.data).toEqual({ 'stops.0.after_minutes': 'No stop comes later than the end' });
  const plan = await planOf(above.calls, made);
  const { after_minutes: _, ...stop } = toll;
  for (const plan_time of ['2026-11-20T00:59:59.000Z', '2026-11-20T05:00:01.000Z']) {
    const { data } = await above.calls.call(logisticsBatches.add, { ...plan, stops: [{ ...stop, plan_time }] });
    expect(data).toEqual({ 'stops.0.plan_time': 'The time of a stop lies between the planned start and end' });
  }
  await above.calls.ok(logisticsBatches.add, { ...plan, stops: [{ ...stop, plan_time: plan.plan_end }] });
});

it('an organisation has no more templates than it may, also of two that come at once', async () => {
  const full = await house();
  const rows = `select $1, 'of many ' || n, 10, '{}', '{}', '{}', '[]' from generate_series(1, $2::int) n`;
  const into = 'insert into journey_template (org_id, name, minutes, start, "end", destination, positions)';
  await api.db.query(`${into} ${rows}`, [full.org, 199]);
  const opened = () => template({ positions: [template().positions[1]!], stops: [] });
  const both = await Promise.all([1, 2].map(() => full.calls.call(journeyTemplates.add, opened())));
  expect(both.map(({ verify }) => verify.sign).sort()).toEqual(['conflict', 'success']);
  await expect(api.db.query(`${into} ${rows}`, [full.org, 1])).rejects.toMatchObject({
    constraint: 'journey_templates_full',
  });
});

it('the list is narrowed by anybody who answers for a batch in sight, found by name', async () => {
  const plan = await planOf(below.calls, template());
  const other = await buildOperator(api.db, below.org);
  const idle = await buildOperator(api.db, below.org);
  const { id } = await below.calls.ok(logisticsBatches.add, { ...plan, owner_id: other.id });
  const { rows } = await below.calls.ok(logisticsBatches.owners, { keyword: other.loginName });
  expect(rows.map((row) => row.id)).toEqual([other.id]);
  const all = (await above.calls.ok(logisticsBatches.owners, {})).rows.map((row) => row.id);
  expect(all).toContain(other.id);
  expect(all).not.toContain(idle.id);
  // who is chosen already stays among those that are found
  const others = await below.calls.ok(logisticsBatches.owners, { keyword: 'nobody of this name', id: other.id });
  expect(others.rows.map((row) => row.id)).toEqual([other.id]);
  expect((await beside.ok(logisticsBatches.owners, { keyword: other.loginName })).rows).toEqual([]);
  const found = await below.calls.ok(logisticsBatches.list, { owner_id: other.id });
  expect(found.rows.map((row) => row.id)).toEqual([id]);
});

it('a plan takes the line of a fence and half its width, and keeps them whatever becomes of the fence', async () => {
  const line = [
    [121.8, 30],
    [121.4, 30.01],
    [121, 30],
  ];
  const put = (name: string, org: number, type: 'LineString' | 'Polygon', radius: number | null, status = 1) =>
    api.owner.query<{ id: number }>(
      `insert into fence (org_id, fence_name, fence_type, fence_context, radius, status) values ($1, $2, $3, $4, $5, $6) returning id`,
      [
        ...[org, name, type === 'Polygon' ? 'polygon' : 'line'],
        ...[JSON.stringify({ type, coordinates: type === 'Polygon' ? [line] : line }), radius, status],
      ],
    );
  const { rows: made } = await put('corridor east', below.org, 'LineString', 1200.4);
  await put('corridor narrow', below.org, 'LineString', 20);
  await put('corridor off', below.org, 'LineString', 500, 2);
  await put('corridor around', below.org, 'Polygon', null);
  const { rows } = await below.calls.ok(logisticsBatches.corridors, { keyword: 'corridor' });
  // nearer than a fix trembles nothing is off the route
  expect(rows.map(({ name, metres }) => [name, metres])).toEqual([
    ['corridor east', 1200],
    ['corridor narrow', 200],
  ]);
  expect((await beside.ok(logisticsBatches.corridors, { keyword: 'corridor' })).rows).toEqual([]);
  const off_route = { metres: rows[0]!.metres, minutes: 5, line: rows[0]!.line };
  const plan = { ...(await planOf(below.calls, template())), limits: { ...noLimits, off_route } };
  const { id } = await below.calls.ok(logisticsBatches.add, plan);
  await api.owner.query(
    "update fence set fence_context = jsonb_set(fence_context, '{coordinates,1}', '[100, 10]'), radius = 9 where id = $1",
    [made[0]!.id],
  );
  expect((await below.calls.ok(logisticsBatches.detail, { id })).limits.off_route).toEqual({ ...off_route, line });
});
