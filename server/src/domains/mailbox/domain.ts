import type { Served } from '../../platform/serve.ts';
import { alarmConfigRoutes } from './alarmConfig.routes.ts';

export const mailboxDomain = (): Served[] => alarmConfigRoutes;
