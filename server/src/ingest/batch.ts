import type { LockReport } from '@plomb/contract/lock/report';
import { Alarms } from './batchAlarms.ts';
import type { DeviceBatch, Item } from './deviceBatch.ts';
import { type Effects, noEffects } from './effects.ts';
import { foldWords, isSameState } from './fold.ts';
import { judgePresent } from './judgePresent.ts';

/** Judges a batch in memory. Devices have nothing to do with each other. */
export const judgeBatch = (devices: readonly DeviceBatch[]): Effects => {
  const effects = noEffects();
  for (const device of devices) judgeDevice(device, effects);
  return effects;
};

/** In the order of device ids: every writer locks rows in the same order, so none waits for another in a circle. */
export const byDevice = (items: readonly Item[]): [number, LockReport[]][] => {
  const groups = new Map<number, LockReport[]>();
  for (const { deviceId, report } of items) {
    const group = groups.get(deviceId);
    if (group) group.push(report);
    else groups.set(deviceId, [report]);
  }
  return [...groups].sort(([a], [b]) => a - b);
};

const judgeDevice = (device: DeviceBatch, effects: Effects): void => {
  const { deviceId, orgId, present, rules, commands, history, intake } = device;
  effects.duplicates += intake.duplicates;
  for (const { report, reason } of intake.quarantined) effects.quarantined.push({ deviceId, report, reason });
  if (intake.taken.length === 0) return;

  const alarms = new Alarms(deviceId, orgId);
  const fold = foldWords(present, intake.taken, commands, rules, history);
  for (const told of fold.told) {
    const { judged, taken, doubtRings, doubtful } = told;
    if (judged.row) effects.events.push({ deviceId, orgId, ...told });
    for (const ring of judged.rings)
      if (!taken.report.heard?.includes(ring.kind))
        alarms.ring(ring, taken.at, taken, taken.place, { doubtful: doubtful.includes(ring.kind) });
    for (const ring of doubtRings) alarms.ring(ring, taken.at, taken, taken.place, { late: false, doubtful: true });
  }
  for (const amended of fold.amended) {
    effects.amended.push({ deviceId, orgId, ...amended });
    const place = amended.event.word && 'place' in amended.event.word ? amended.event.word.place : null;
    for (const ring of amended.late) alarms.ring(ring, amended.event.key.at, amended.event, place, { late: true });
    for (const kind of amended.early) effects.explained.push({ deviceId, kind });
    if (amended.event.retimed)
      for (const kind of new Set([...amended.event.rang, ...amended.event.doubtRang]))
        effects.retimed.push({ deviceId, kind });
  }
  for (const uncovered of fold.uncovered) {
    effects.uncovered.push({ deviceId, orgId, ...uncovered });
    const { key, word } = uncovered.statement;
    for (const ring of uncovered.judged.rings)
      alarms.ring(ring, key.at, uncovered.statement, word.place, { late: true });
  }
  for (const change of fold.evidence) effects.evidence.push({ deviceId, ...change });
  if (intake.settled === 'late') effects.cleared.push(deviceId);

  const judged = judgePresent(device, fold.state, fold.told, alarms);
  for (const stored of judged.stored) effects.stored.push({ deviceId, orgId, ...stored });
  effects.alarms.push(...alarms.all());
  effects.devices.push({
    deviceId,
    orgId,
    family: device.rules.family,
    present: judged.present,
    readings: judged.readings,
    receiveTime: judged.receiveTime,
    moved: judged.moved || !isSameState(present, fold.state),
    lockMoved:
      !isSameState(present, fold.state) ||
      judged.present.lockTime !== present.lockTime ||
      judged.present.lockSerial !== present.lockSerial,
    clockMoved: judged.present.clock !== present.clock,
    asideMoved: judged.present.asideSince !== present.asideSince,
  });
};
