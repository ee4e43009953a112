import { dashboard } from './dashboard.ts';

export const dashboardCalls = { dashboard };
