import type { LockFamily } from '@plomb/contract/lock/codes';
import { hhd } from './hhd.ts';
import { jointech808 } from './jointech808.ts';
import { jt701 } from './jt701.ts';
import type { Profile } from './profile.ts';

/** Every lock family the gateway speaks. */
export const profiles: Readonly<Record<LockFamily, Profile>> = { hhd, jt701, jointech808 };
