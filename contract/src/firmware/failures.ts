import { z } from 'zod';
import { issueCauses } from './steps.ts';

/** Locks that failed by one cause: how many, and the first of their numbers. */
export const Failures = z.object({ cause: z.enum(issueCauses), count: z.int(), numbers: z.array(z.string()) });
