/** A decoded message as JSON has it: bytes as hex, flag words by their set names. Undefined members are left out. */
export function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, function (this: Record<string, unknown>, key, json) {
      const original = this[key];
      return original instanceof Uint8Array ? Buffer.from(original).toString('hex') : json;
    }),
  );
}
