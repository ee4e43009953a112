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
