import { readFileSync } from 'node:fs';
import { type HhdMessage, hhd } from '@plomb/protocols/hhd/messages';
import { escapePayload } from '@plomb/protocols/jointech/wlnet';
import { encodeFrame } from '@plomb/protocols/jt808/encode';
import { alarmWord, statusWord } from '@plomb/protocols/jt808/location';

const corpus: { name: string; frame: string }[] = JSON.parse(
  readFileSync(new URL('../../../protocols/corpus/own.json', import.meta.url), 'utf8'),
);

/** A frame of the corpus as bytes. */
export function corpusFrame(name: string): Buffer {
  const found = corpus.find((one) => one.name === name);
  if (!found) throw new Error(`the corpus has no ${name}`);
  return found.frame.startsWith('(') ? Buffer.from(found.frame) : Buffer.from(found.frame, 'hex');
}

export type HhdLocation = Extract<HhdMessage, { kind: 'location' }>['body'];

/** A timed report in Shanghai at the beginning of the test, 08:00 by the lock's GMT+8 clock. */
export function location(of: Partial<HhdLocation> = {}): HhdLocation {
  return {
    alarm: alarmWord.of({}),
    status: statusWord.of({ fix: true }),
    latitude: 31.2304,
    longitude: 121.4737,
    altitude: 12,
    speed: 0,
    heading: 0,
    time: '261120080000',
    items: [],
    ...of,
  };
}

/** A frame of a HHD lock. */
export function hhdFrame(phone: string, serial: number, message: HhdMessage): Buffer {
  return encodeFrame({ id: hhd.idOf(message), version: 2013, phone, serial }, hhd.encode(message, 2013));
}

export function report(phone: string, serial: number, of: Partial<HhdLocation> = {}): Buffer {
  return hhdFrame(phone, serial, { kind: 'location', body: location(of) });
}

export function heartbeat(phone: string, serial: number): Buffer {
  return hhdFrame(phone, serial, { kind: 'heartbeat', body: new Uint8Array() });
}

/** The lock's answer to an order. */
export function answer(phone: string, serial: number, to: number, result: number, id = 0x0310): Buffer {
  return hhdFrame(phone, serial, { kind: 'terminalReply', body: { serial: to, id, result } });
}

/** A lock that comes for the first time. */
export function registration(phone: string, serial: number, terminalId = '0000001'): Buffer {
  return hhdFrame(phone, serial, {
    kind: 'registration',
    body: {
      edition: 2013,
      province: 31,
      city: 100,
      maker: 'HHD',
      model: 'G-300',
      terminalId,
      plateColour: 1,
      plate: '沪A12345',
    },
  });
}

/** A lock that shows the code it was given. */
export function authentication(phone: string, serial: number, code: string): Buffer {
  return hhdFrame(phone, serial, { kind: 'authentication', body: { code, imei: '', software: '' } });
}

/** `WLNET,5` of the JT701D in Shanghai, 08:00: device E03B60000A, and `tail` (hex) from its type on. */
export function subLockFrame(serial: string, tail: string): Buffer {
  const head = '322c201126080000311382401212842207122d201126075958e03b60000a0701725a3d';
  const payload = escapePayload(Buffer.from(head + tail.replaceAll(' ', ''), 'hex'));
  return Buffer.concat([Buffer.from(`(8000000001,1,${serial},WLNET,5,`), payload, Buffer.from(')')]);
}
