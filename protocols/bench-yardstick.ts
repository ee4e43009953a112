/** What a reader written by hand for one message costs: the yardstick of `bench.ts`, and of nothing else. */

export function frameByHand(chunk: Buffer, onFrame: (bytes: Buffer, from: number, end: number) => void): void {
  let from = 1;
  for (;;) {
    const end = chunk.indexOf(0x7e, from);
    if (end < 0) return;
    let checksum = 0;
    for (let i = from; i < end; i++) checksum ^= chunk[i]!;
    if (checksum === 0 && end - from > 13) onFrame(chunk, from, end - 1);
    from = end + 2;
  }
}

export function locationByHand(b: Buffer, o: number, end: number) {
  const status = b.readUInt32BE(o + 4);
  const location = {
    alarm: b.readUInt32BE(o),
    status,
    latitude: b.readUInt32BE(o + 8) / (status & 4 ? -1e6 : 1e6),
    longitude: b.readUInt32BE(o + 12) / (status & 8 ? -1e6 : 1e6),
    altitude: b.readUInt16BE(o + 16),
    speed: b.readUInt16BE(o + 18) / 10,
    heading: b.readUInt16BE(o + 20),
    time: b.toString('hex', o + 22, o + 28),
    mileage: 0,
    signal: 0,
    satellites: 0,
    voltage: 0,
    event: -1,
    content: '',
  };
  for (let p = o + 28; p + 2 <= end; p += 2 + b[p + 1]!) {
    const value = p + 2;
    if (value + b[p + 1]! > end) return null;
    switch (b[p]) {
      case 0x01:
        location.mileage = b.readUInt32BE(value) / 10;
        break;
      case 0x30:
        location.signal = b[value]!;
        break;
      case 0x31:
        location.satellites = b[value]!;
        break;
      case 0x60:
        location.event = b.readUInt16BE(value);
        location.content = b.toString('latin1', value + 3, value + b[p + 1]!);
        break;
      case 0x69:
        location.voltage = b.readUInt16BE(value) / 100;
        break;
    }
  }
  return location;
}

/** A flat record of everything a report carries, and a copy of the frame. */
export function reportByHand(b: Buffer, o: number, end: number, receiveTime: number) {
  const body = o + 12;
  const status = b.readUInt32BE(body + 4);
  const report = {
    sn: b.toString('latin1', o + 4, o + 10),
    serial: b.readUInt16BE(o + 10),
    receiveTime,
    deviceTime: timeByHand(b, body + 22),
    lat: b.readUInt32BE(body + 8) / (status & 4 ? -1e6 : 1e6),
    lon: b.readUInt32BE(body + 12) / (status & 8 ? -1e6 : 1e6),
    fix: (status & 2) !== 0,
    altitude: b.readInt16BE(body + 16),
    velocity: b.readUInt16BE(body + 18) / 10,
    heading: b.readUInt16BE(body + 20),
    satellites: 0,
    mileage: 0,
    signal: 0,
    voltage: 0,
    mcc: 0,
    mnc: 0,
    lac: 0,
    cid: 0,
    event: -1,
    actor: '',
    password: '',
    iccid: '',
    raw: Buffer.from(b.subarray(o - 1, end + 2)),
  };
  for (let p = body + 28; p + 2 <= end; p += 2 + b[p + 1]!) {
    const value = p + 2;
    const next = value + b[p + 1]!;
    if (next > end) return null;
    switch (b[p]) {
      case 0x01:
        report.mileage = b.readUInt32BE(value) / 10;
        break;
      case 0x31:
        report.satellites = b[value]!;
        break;
      case 0x60:
        report.event = b.readUInt16BE(value);
        report.actor = b.toString('latin1', value + 3, next);
        break;
      case 0x66:
        report.mcc = b.readUInt16BE(value);
        report.mnc = b.readUInt16BE(value + 3);
        report.cid = b.readUInt32BE(value + 5);
        report.lac = b.readUInt16BE(value + 9);
        break;
      case 0x67:
        report.password = b.toString('latin1', value, next);
        break;
      case 0x69:
        report.voltage = b.readUInt16BE(value) / 100;
        break;
      case 0x6a:
        report.signal = b[value]!;
        break;
      case 0x71:
        report.iccid = b.toString('latin1', value, next);
        break;
    }
  }
  return report;
}

function timeByHand(b: Buffer, at: number): number {
  const two = (i: number) => (b[at + i]! >> 4) * 10 + (b[at + i]! & 15);
  return Date.UTC(2000 + two(0), two(1) - 1, two(2), two(3), two(4), two(5)) - 480 * 60_000;
}
