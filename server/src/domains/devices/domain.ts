import type { Again } from '../../ingest/again.ts';
import type { Served } from '../../platform/serve.ts';
import { type ConnectDeps, connectRoutes } from './connect.routes.ts';
import { type DeviceDeps, deviceRoutes } from './devices.routes.ts';
import { deviceTypeRoutes, type TypeDeps } from './deviceTypes.routes.ts';
import { frameRoutes } from './frames.routes.ts';
import { type LifeDeps, lifeRoutes } from './life.routes.ts';
import { managementRoutes } from './management.routes.ts';
import { manufacturerRoutes } from './manufacturers.routes.ts';
import { type OpenableDeps, openableRoutes } from './openable.routes.ts';
import { type OpenerDeps, openerRoutes } from './openers.routes.ts';
import { putAsideRoutes } from './putAside.routes.ts';
import { standingRoutes } from './standing.routes.ts';
import { type StockDeps, stockRoutes } from './stock.routes.ts';
import { subLockRoutes } from './subLocks.routes.ts';
import { unregisteredRoutes } from './unregistered.routes.ts';

interface Deps
  extends DeviceDeps,
    StockDeps,
    LifeDeps,
    ConnectDeps,
    OpenerDeps,
    OpenableDeps,
    Pick<TypeDeps, 'lowBattery'> {
  judgeAgain: Again;
}

export const deviceDomain = (deps: Deps): Served[] => [
  ...deviceRoutes(deps),
  ...deviceTypeRoutes(deps),
  ...manufacturerRoutes,
  ...unregisteredRoutes,
  ...putAsideRoutes(deps.judgeAgain),
  ...stockRoutes(deps),
  ...lifeRoutes(deps),
  ...frameRoutes,
  ...standingRoutes,
  ...openerRoutes(deps),
  ...openableRoutes(deps),
  ...connectRoutes(deps),
  ...managementRoutes(deps),
  ...subLockRoutes,
];
