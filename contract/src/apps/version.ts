import { z } from 'zod';

/** `1.10.0`: three whole numbers, by which one version is newer than another. */
export const AppVersionNumber = z
  .string()
  .regex(/^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/, { error: 'appVersionNumber' });

/** Above 0: `a` is newer than `b`. */
export const compareVersions = (a: string, b: string): number => {
  const [these, those] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (const [at, number] of these.entries()) if (number !== those[at]) return number - (those[at] ?? 0);
  return 0;
};
