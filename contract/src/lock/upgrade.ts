import type { LockFamily } from './codes.ts';

/**
 * Families whose firmware goes out over their connection, in parts (0x8108 of JT/T 808; no lock that obeys it is known to the
 * public). The others fetch theirs from a server of files that they call themselves.
 */
export const canUpgrade: Record<LockFamily, boolean> = { hhd: true, jointech808: true, jt701: false };
