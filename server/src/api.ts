import { physicalPermits } from '@plomb/contract/locks';
import type { Lang, Text } from '@plomb/contract/text';
import { addressKey } from '@plomb/gateway/addressKey';
import type { FastifyInstance } from 'fastify';
import { alarmRoutes } from './domains/alarms/routes.ts';
import { dashboardRoutes } from './domains/dashboard/routes.ts';
import { putAsideRoutes } from './domains/devices/putAside.ts';
import { deviceRoutes } from './domains/devices/routes.ts';
import type { Passwords } from './domains/locks/passwords.ts';
import { lockRoutes } from './domains/locks/routes.ts';
import type { FleetViews } from './domains/map/fleetView.ts';
import type { Hub } from './domains/map/hub.ts';
import { mapRoutes } from './domains/map/routes.ts';
import { personalRoutes } from './domains/personal/routes.ts';
import { openPasswordKeys } from './domains/session/keys.ts';
import { preferenceRoutes } from './domains/session/preferences.ts';
import { openProofs } from './domains/session/proofs.ts';
import { sessionRoutes } from './domains/session/routes.ts';
import { openSecondFactors } from './domains/session/secondFactor.ts';
import { dictionaryRoutes } from './domains/system/dictionaries/routes.ts';
import { operationLogRoutes } from './domains/system/logs/routes.ts';
import { menuRoutes } from './domains/system/menus/routes.ts';
import { operatorRoutes } from './domains/system/operators/routes.ts';
import { organisationRoutes } from './domains/system/organisations/routes.ts';
import { paramRoutes } from './domains/system/params/routes.ts';
import type { Params } from './domains/system/params/store.ts';
import { roleRoutes } from './domains/system/roles/routes.ts';
import type { Again } from './ingest/again.ts';
import type { LiveNews } from './liveNews.ts';
import { openAccess } from './platform/access.ts';
import { openAddressLimit } from './platform/addressLimit.ts';
import { openApiKeys } from './platform/apiKeys.ts';
import type { Config } from './platform/config.ts';
import { imageRoutes } from './platform/files/imagesRoutes.ts';
import { buildHttp } from './platform/http.ts';
import type { Logger } from './platform/log.ts';
import type { Pools } from './platform/postgres/pools.ts';
import { afterChange, type Served } from './platform/serve.ts';
import type { Vault } from './platform/vault.ts';

export interface ApiParts {
  config: Config;
  pools: Pools;
  params: Params;
  log: Logger;
  hub: Hub;
  views: FleetViews;
  news: LiveNews;
  vault: Vault;
  passwords: Pick<Passwords, 'open'>;
  signSecret: string;
  version: string;
  consoleDir: string | null;
  /** a command waits for this device */
  hint(deviceId: number): void;
  /** these devices came, went, moved or changed, or their type did */
  devicesChanged(ids: readonly number[]): void;
  judgeAgain: Again;
}

interface SessionLimits {
  idleSeconds: number;
  maxSeconds: number;
}

/**
 * Sessions, keys and pictures that one address may ask for and nobody has. A whole office whose sessions ended over night
 * asks for as many once; what was good a moment ago does not count.
 */
const GUESSES_A_MINUTE = 600;

/** What the page is called until somebody gives it another title. */
const TITLE: Text = { zh: '铅封系统', en: 'Lead-seal system' };
const titleIn = (params: Params, lang: Lang): string => params.get(`system_title_${lang}`) || TITLE[lang];

/** Every domain's routes, in one list: a domain is served when it stands here. */
const routes = (p: ApiParts, forget: () => void, limits: () => SessionLimits): Served[] => {
  const factors = openSecondFactors(p.pools.platform, p.vault);
  const freeTries = () => p.params.get('login_free_tries');
  const proofs = openProofs(p.pools.platform, factors, freeTries, () => p.params.get('fresh_proof_seconds'));
  const keys = openPasswordKeys(p.pools.platform, p.vault.keyFor('password keys'));
  // who may come in, and what for: a change is felt at the next request, not when what is remembered grows old
  const people = [
    ...sessionRoutes({
      pools: p.pools,
      factors,
      proofs,
      keys,
      limit: openAddressLimit(() => p.params.get('login_tries_per_address'), addressKey),
      title: (lang) => titleIn(p.params, lang),
      imageServerUrl: '',
      sessionSeconds: () => p.params.get('session_max_seconds'),
      sessionsOfOperator: () => p.params.get('sessions_per_operator'),
      freeTries,
    }),
    ...personalRoutes({ pools: p.pools, factors, proofs, keys, limits }),
    ...roleRoutes({ platform: p.pools.platform }),
    ...menuRoutes,
    ...organisationRoutes({ keys }),
    ...operatorRoutes({ platform: p.pools.platform, keys }),
  ];
  return [
    ...afterChange(people, forget),
    ...preferenceRoutes,
    ...dashboardRoutes,
    ...mapRoutes(p.hub, p.views, p.pools.readers),
    ...lockRoutes({
      hint: p.hint,
      touched: p.news.command,
      deviceTouched: p.news.device,
      confirmed: proofs.fresh,
      passwords: p.passwords,
      lifetime: (kind) => p.params.get(`${kind}_lifetime_seconds`),
    }),
    ...alarmRoutes({ touched: p.news.alarm }),
    ...deviceRoutes({
      readers: p.pools.readers,
      orderTouched: p.news.command,
      changed: (ids, before = []) => {
        p.devicesChanged(ids);
        p.news.devices(ids, before);
      },
      lowBattery: () => p.params.get('low_battery_default'),
    }),
    ...putAsideRoutes(p.judgeAgain),
    ...dictionaryRoutes({ changed: p.news.dictionaries }),
    ...paramRoutes({ params: p.params, changed: () => p.hub.tellAll('params', {}) }),
    ...operationLogRoutes,
    ...imageRoutes,
  ];
};

export const buildApi = (p: ApiParts): Promise<FastifyInstance> => {
  const limits = () => ({
    idleSeconds: p.params.get('session_idle_seconds'),
    maxSeconds: p.params.get('session_max_seconds'),
  });
  const guesses = openAddressLimit(() => GUESSES_A_MINUTE, addressKey);
  const access = openAccess(p.pools, guesses, {
    get idleSeconds() {
      return limits().idleSeconds;
    },
    get maxSeconds() {
      return limits().maxSeconds;
    },
  });
  return buildHttp({
    pools: p.pools,
    access,
    apiKeys: openApiKeys(p.pools, guesses, { ticked: physicalPermits }),
    log: p.log,
    now: Date.now,
    signSecret: p.signSecret,
    signWindowMs: () => p.params.get('sign_window_seconds') * 1000,
    exports: {
      megabytes: () => p.params.get('export_megabytes'),
      seconds: () => p.params.get('export_seconds'),
    },
    streams: () => p.params.get('streams_per_session'),
    streamsOfOperator: () => p.params.get('streams_per_operator'),
    guesses,
    requestSeconds: p.config.REQUEST_SECONDS,
    addressKey,
    connectionsPerAddress: p.config.CONNECTIONS_PER_ADDRESS,
    requestsPerSecond: p.config.REQUESTS_PER_SECOND,
    served: routes(p, access.forget, limits),
    version: p.version,
    title: () => ({ zh: titleIn(p.params, 'zh'), en: titleIn(p.params, 'en') }),
    consoleDir: p.consoleDir,
    metricsPublic: p.config.METRICS_PUBLIC,
    metricsToken: p.config.METRICS_TOKEN,
    trustProxy: p.config.TRUST_PROXY,
    ready: () =>
      p.pools.platform.query('select 1').then(
        () => true,
        () => false,
      ),
  });
};
