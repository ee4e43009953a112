import type { Random } from './random.ts';

/** A copy of `bytes` with one to three faults a line, a firmware or an attacker may put into it. */
export function mutate(bytes: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  let mutant: Uint8Array = Uint8Array.from(bytes);
  for (let faults = 1 + random.below(3); faults > 0 && mutant.length > 0; faults--)
    mutant = fault(mutant, others, random);
  return mutant;
}

function fault(bytes: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  const at = random.below(bytes.length);
  switch (random.below(7)) {
    case 0:
      bytes[at] = bytes[at]! ^ (1 << random.below(8));
      return bytes;
    case 1:
      bytes[at] = random.below(256);
      return bytes;
    case 2:
      bytes[at] = 0xff;
      return bytes;
    case 3:
      return bytes.subarray(0, at);
    case 4:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(8))]);
    case 5:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at - random.below(at + 1))]);
    default: {
      const other = others[random.below(others.length)]!;
      return Buffer.concat([bytes.subarray(0, at), other.subarray(random.below(other.length))]);
    }
  }
}
