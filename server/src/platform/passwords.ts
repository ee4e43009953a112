import { hash, verify } from '@node-rs/argon2';
import { openLanes } from './lanes.ts';

// argon2id is the library's default algorithm; memory in KiB. About 9 ms on the reference machine.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** At most this many at once: each takes 19 MiB, and a flood of sign-ins must not take the machine. */
const lanes = openLanes(4);

export const hashPassword = (password: string): Promise<string> =>
  lanes.run('new passwords', () => hash(password, cost));

let stranger: Promise<string> | null = null;

/**
 * Compares with the hash, or, for an unknown name (null), with that of nobody: both take alike. `whose` is who waits in
 * line: an address, or an operator who is known.
 */
export const verifyPassword = async (hashed: string | null, password: string, whose: string): Promise<boolean> => {
  stranger ??= hashPassword('nobody has this password');
  const against = hashed ?? (await stranger);
  const same = await lanes.run(whose, () => verify(against, password));
  return same && hashed !== null;
};
