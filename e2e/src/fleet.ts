import { devices } from '@plomb/contract/devices/devices';
import { deviceTypes } from '@plomb/contract/devices/deviceTypes';
import type { LockFamily } from '@plomb/contract/lock/codes';
import { rulesOfFamily } from '@plomb/contract/lock/identity';
import { fleetLocks, map, type FleetLock as ShownLock } from '@plomb/contract/map/map';
import type { FetchClient } from '@plomb/server/testing/fetchClient';
import { demoFleet, type FleetLock } from '@plomb/simulator/demoFleet';

/** Virtual locks that answer what they are told, registered with the product. */
export const registerFleet = async (
  admin: FetchClient,
  count: number,
  family: LockFamily = 'hhd',
  /** whose they are; the topmost's, where nothing is said */
  org_id?: number,
): Promise<FleetLock[]> => {
  const locks = demoFleet(7, 60)
    .filter((lock) => lock.family === family && lock.manner === 'answer')
    .slice(0, count);
  const { organizations } = await admin.ok(devices.options, {});
  const { id: device_type_id } = await admin.ok(deviceTypes.add, {
    device_type: 'G-300',
    device_type_name: 'G-300',
    family,
    // the first that needs no network named
    identity_rule: rulesOfFamily[family].identity.find((rule) => rule !== 'network')!,
    unseal_password: rulesOfFamily[family].unseal[0]!,
    utc_offset_minutes: 480,
    report_interval: 10,
    sleep_interval: 600,
    low_battery: 10,
  });
  for (const lock of locks)
    await admin.ok(devices.add, {
      sn: lock.sn,
      device_name: lock.device_name,
      device_type_id,
      manufacturer_id: null,
      org_id: org_id ?? organizations[0]!.id,
      device_no: '',
      sim_card: '',
      mobileID: '',
      device_address: '',
      subject: lock.subject,
    });
  return locks;
};

/** Every lock on the map, as the console fetches them. */
export const locksOnMap = async (client: FetchClient): Promise<ShownLock[]> => {
  const all: ShownLock[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const part: Awaited<ReturnType<typeof client.ok<typeof map.locks>>> = await client.ok(
      map.locks,
      after ? { after } : {},
    );
    all.push(...fleetLocks(part));
    after = part.next;
  }
  return all;
};
