const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** As zips have it (ISO 3309), of what comes in pieces: browsers have none of their own. */
export const crc32 = (bytes: Uint8Array, before = 0): number => {
  let sum = ~before;
  for (const byte of bytes) sum = (sum >>> 8) ^ table[(sum ^ byte) & 0xff]!;
  return ~sum >>> 0;
};
