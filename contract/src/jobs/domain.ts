import { jobs } from './jobs.ts';

export const jobCalls = { jobs };
