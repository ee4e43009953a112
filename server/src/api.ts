import type { FastifyInstance } from 'fastify';
import { alarmRoutes } from './domains/alarms/routes.ts';
import { dashboardRoutes } from './domains/dashboard/routes.ts';
import { deviceRoutes } from './domains/devices/routes.ts';
import { lockRoutes } from './domains/locks/routes.ts';
import type { Hub } from './domains/map/hub.ts';
import { mapRoutes } from './domains/map/routes.ts';
import { preferenceRoutes } from './domains/session/preferences.ts';
import { sessionRoutes } from './domains/session/routes.ts';
import { operationLogRoutes } from './domains/system/logs/routes.ts';
import { menuRoutes } from './domains/system/menus/routes.ts';
import { operatorRoutes } from './domains/system/operators/routes.ts';
import { organisationRoutes } from './domains/system/organisations/routes.ts';
import { roleRoutes } from './domains/system/roles/routes.ts';
import type { LiveNews } from './liveNews.ts';
import { type Access, openAccess } from './platform/access.ts';
import type { Config } from './platform/config.ts';
import { imageRoutes } from './platform/files/imagesRoutes.ts';
import { buildHttp } from './platform/http.ts';
import type { Logger } from './platform/log.ts';
import type { Pools } from './platform/postgres/pools.ts';
import type { Served } from './platform/serve.ts';

export interface ApiParts {
  config: Config;
  pools: Pools;
  log: Logger;
  hub: Hub;
  news: LiveNews;
  signSecret: string;
  version: string;
  consoleDir: string | null;
  /** a command waits for this device */
  hint(deviceId: number): void;
  /** devices came, went or moved */
  devicesChanged(): void;
}

/** What the page is called until somebody gives it another title. */
const TITLE = '铅封系统 Lead-seal system';

/** Every domain's routes, in one list: a domain is served when it stands here. */
const routes = (p: ApiParts, access: Access): Served[] => [
  ...sessionRoutes({
    pools: p.pools,
    access,
    title: TITLE,
    imageServerUrl: '',
    sessionSeconds: p.config.SESSION_MAX_SECONDS,
  }),
  ...preferenceRoutes,
  ...dashboardRoutes,
  ...mapRoutes(p.hub),
  ...lockRoutes({ hint: p.hint, touched: p.news.command, deviceTouched: p.news.device }),
  ...alarmRoutes({ touched: p.news.alarm }),
  ...deviceRoutes({ changed: p.devicesChanged }),
  ...roleRoutes({ platform: p.pools.platform }),
  ...menuRoutes,
  ...organisationRoutes({ platform: p.pools.platform, access }),
  ...operatorRoutes({ platform: p.pools.platform }),
  ...operationLogRoutes,
  ...imageRoutes,
];

export const buildApi = (p: ApiParts): Promise<FastifyInstance> => {
  const access = openAccess(p.pools.platform, {
    idleSeconds: p.config.SESSION_IDLE_SECONDS,
    maxSeconds: p.config.SESSION_MAX_SECONDS,
  });
  return buildHttp({
    pools: p.pools,
    access,
    log: p.log,
    now: Date.now,
    signSecret: p.signSecret,
    signWindowMs: p.config.SIGN_WINDOW_SECONDS * 1000,
    served: routes(p, access),
    version: p.version,
    title: TITLE,
    consoleDir: p.consoleDir,
    metricsPublic: p.config.METRICS_PUBLIC,
    ready: () =>
      p.pools.platform.query('select 1').then(
        () => true,
        () => false,
      ),
  });
};
