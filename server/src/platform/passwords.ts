import { hash, verify } from '@node-rs/argon2';

// argon2id is the library's default algorithm; memory in KiB. About 9 ms on the reference machine.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** At most this many at once: each takes 19 MiB, and a flood of sign-ins must not take the machine. */
const LANES = 4;
let busy = 0;
const waiting: (() => void)[] = [];

const inLane = async <T>(work: () => Promise<T>): Promise<T> => {
  if (busy >= LANES) await new Promise<void>((resolve) => waiting.push(resolve));
  else busy++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else busy--;
  }
};

export const hashPassword = (password: string): Promise<string> => inLane(() => hash(password, cost));

let stranger: Promise<string> | null = null;

/** Compares with the hash, or, for an unknown name (null), with that of nobody: both take alike. */
export const verifyPassword = async (hashed: string | null, password: string): Promise<boolean> => {
  stranger ??= hashPassword('nobody has this password');
  const against = hashed ?? (await stranger);
  const same = await inLane(() => verify(against, password));
  return same && hashed !== null;
};
