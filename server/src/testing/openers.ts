import { type Opener, type OpenerKind, openers } from '@plomb/contract/devices/openers';
import type { InputOf } from '@plomb/contract/kit/call';
import type { TestApi } from './api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from './build.ts';
import type { Caller } from './client.ts';

/** Those of a kind who can open a lock or cannot, as somebody is told of them. */
export const openersOf = async (
  by: Caller,
  device_id: number,
  kind: OpenerKind,
  asked: Partial<InputOf<typeof openers.list>> = {},
): Promise<Opener[]> =>
  (await by.ok(openers.list, { device_id, size: 100, ...asked })).rows.filter(({ what }) => what === kind);

/** A lock that has told lately that it is sealed, and has power. */
export const buildSealed = async ({ db }: Pick<TestApi, 'db'>, org: number): Promise<BuiltDevice> => {
  const device = await buildDevice(db, org, 'jt701');
  await db.query(
    'update lock_state set lock_status = 2, electric = 80, receive_time = now(), lock_time = now() where device_id = $1',
    [device.id],
  );
  return device;
};

/** An organisation with two below it, which see nothing of each other: one has a sealed lock, and somebody above looks. */
export const buildOwnership = async (api: TestApi) => {
  const top = await buildOrganisation(api.db);
  const [owner, port] = [await buildOrganisation(api.db, top), await buildOrganisation(api.db, top)];
  const chief = await buildOperator(api.db, top);
  return { top, owner, port, chief, asChief: await api.signedIn(chief), lock: await buildSealed(api, owner) };
};

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
