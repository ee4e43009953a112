/**
 * A key that makes two arrivals of one request one command. Not `crypto.randomUUID`: browsers offer that on https only,
 * and this product also runs on plain LANs.
 */
export const pressKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
