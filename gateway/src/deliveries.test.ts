import { expect, it } from 'vitest';
import { Counts } from './counts.ts';
import { Deliveries } from './deliveries.ts';
import { defaultLimits } from './kit/limits.ts';
import type { OutboundCommand } from './kit/ports.ts';
import type { Online } from './online.ts';
import { FakeQueue } from './testing/ports.ts';

/** A queue that answers a claim when it is told to. */
class SlowQueue extends FakeQueue {
  readonly held: (() => void)[] = [];
  most = 0;
  override async claim(deviceId: number, physicalOnly?: boolean): Promise<OutboundCommand | null> {
    await new Promise<void>((resolve) => {
      this.held.push(resolve);
      this.most = Math.max(this.most, this.held.length);
    });
    return super.claim(deviceId, physicalOnly);
  }
}

it('asks the queue for a few locks at a time, and in the end for each', async () => {
  const queue = new SlowQueue();
  const written = new Set<number>();
  const peer = (deviceId: number) => ({
    order: () => ({ keys: ['0'], serial: 0, bytes: Buffer.of(deviceId) }),
    writeOrder: () => void written.add(deviceId),
  });
  const online = { get: peer } as unknown as Online;
  const deliveries = new Deliveries(
    queue,
    online,
    defaultLimits,
    new Counts(),
    () => undefined,
    () => 0,
  );
  const locks = Array.from({ length: 100 }, (_, n) => n + 1);
  for (const deviceId of locks) {
    const instruction = { kind: 'seal', user: 'admin' } as const;
    queue.commands.push({ id: deviceId, deviceId, instruction, physical: true, expiresAt: 1 });
    deliveries.heard(deviceId);
    deliveries.hint(deviceId);
  }
  while (written.size < locks.length) {
    await new Promise((resolve) => setImmediate(resolve));
    for (const answer of queue.held.splice(0)) answer();
  }
  expect(queue.most).toBeLessThanOrEqual(16);
  expect([...written].sort((a, b) => a - b)).toEqual(locks);
});
