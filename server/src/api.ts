import type { Lang, Text } from '@plomb/contract/kit/text';
import { physicalPermits } from '@plomb/contract/personal/physicalPermits';
import { addressKey, networkKey } from '@plomb/gateway/addressKey';
import type { FastifyInstance } from 'fastify';
import type { Bus } from './bus/bus.ts';
import { alarmRuleRoutes } from './domains/alarms/alarmRules.routes.ts';
import { alarmRoutes } from './domains/alarms/alarms.routes.ts';
import { alarmsById } from './domains/alarms/queries.ts';
import { approvalRoutes } from './domains/approvals/approvals.routes.ts';
import { frozenPeriodRoutes } from './domains/approvals/frozenPeriods.routes.ts';
import { appRoutes } from './domains/apps/apps.routes.ts';
import { openPackages } from './domains/apps/installations.ts';
import { baseMapRoutes, openBaseMaps, tileOrigins } from './domains/basemaps/baseMaps.routes.ts';
import { openGeocoder } from './domains/basemaps/geocoder.ts';
import { placeRoutes } from './domains/basemaps/places.routes.ts';
import { vendorPages } from './domains/basemaps/vendorPages.ts';
import { assignmentRoutes } from './domains/batches/assignments.routes.ts';
import { batchRoutes } from './domains/batches/batches.routes.ts';
import { cardRoutes } from './domains/cards/cards.routes.ts';
import { matrixRoutes } from './domains/cards/matrix.routes.ts';
import { openedByCard, openingCards } from './domains/cards/openings.ts';
import { ruleRoutes } from './domains/cards/rules.routes.ts';
import { ledgerRoutes } from './domains/custody/ledger.routes.ts';
import { dashboardRoutes } from './domains/dashboard/dashboard.routes.ts';
import { deviceDomain } from './domains/devices/domain.ts';
import { firmwareDomain } from './domains/firmware/domain.ts';
import { goOn, mayResume, stoppedRollout } from './domains/firmware/resuming.ts';
import { friendDomain } from './domains/friends/domain.ts';
import { importRoutes } from './domains/imports/imports.routes.ts';
import { logisticsDomain } from './domains/logistics/domain.ts';
import { batchPositions } from './domains/logistics/positions.ts';
import { batchNaming } from './domains/logistics/queries.ts';
import { mailboxDomain } from './domains/mailbox/domain.ts';
import { openLeaving } from './domains/mailbox/leaving.ts';
import { leavingPages } from './domains/mailbox/leavingPages.ts';
import { fenceRoutes } from './domains/map/fences.routes.ts';
import type { FleetViews } from './domains/map/fleetView.ts';
import { geoFileRoutes } from './domains/map/geoFiles.routes.ts';
import { interestRoutes } from './domains/map/interests.routes.ts';
import { mapRoutes } from './domains/map/map.routes.ts';
import { onMapRoutes } from './domains/map/onMap.routes.ts';
import { messageDomain } from './domains/messages/domain.ts';
import { meteringDomain } from './domains/metering/domain.ts';
import { meterNaming } from './domains/metering/listing.ts';
import { meterPoints } from './domains/metering/points.ts';
import { evidenceRoutes } from './domains/orders/evidence.routes.ts';
import { openGiving, orderLimits } from './domains/orders/give.ts';
import { lockCodeRoutes } from './domains/orders/lockCodes.routes.ts';
import { openingRoutes } from './domains/orders/openings.routes.ts';
import { orderQueueRoutes } from './domains/orders/orderQueue.routes.ts';
import { orderRoutes } from './domains/orders/orders.routes.ts';
import type { Passwords } from './domains/orders/passwords.ts';
import { commandsById, eventsById } from './domains/orders/queries.ts';
import { refusalToCancel } from './domains/orders/rules.ts';
import { personalRoutes } from './domains/personal/personal.routes.ts';
import { recordRoutes } from './domains/records/records.routes.ts';
import { openLabels } from './domains/seals/label.ts';
import { openSealNaming } from './domains/seals/naming.ts';
import { sealDomain } from './domains/seals/seals.routes.ts';
import { preferenceRoutes } from './domains/session/preferences.routes.ts';
import { sessionRoutes } from './domains/session/session.routes.ts';
import { dictionaryRoutes } from './domains/system/dictionaries/dictionaries.routes.ts';
import { operationLogRoutes } from './domains/system/logs/logs.routes.ts';
import { menuRoutes } from './domains/system/menus/menus.routes.ts';
import { operatorRoutes } from './domains/system/operators/operators.routes.ts';
import { organisationRoutes } from './domains/system/organisations/organisations.routes.ts';
import { paramRoutes } from './domains/system/params/params.routes.ts';
import type { Params } from './domains/system/params/store.ts';
import { roleRoutes } from './domains/system/roles/roles.routes.ts';
import { trackRoutes } from './domains/tracks/tracks.routes.ts';
import type { Again } from './ingest/again.ts';
import type { Hub } from './live/hub.ts';
import { tellNews } from './liveNews.ts';
import { openContacts } from './people/contacts.ts';
import { openPasswordKeys } from './people/passwordKeys.ts';
import { openProofs } from './people/proofs.ts';
import { openSecondFactors } from './people/secondFactors.ts';
import { openSecondPerson } from './people/secondPerson.ts';
import { openVerificationCodes } from './people/verificationCodes.ts';
import { openAccess } from './platform/access.ts';
import { openAddressLimit } from './platform/addressLimit.ts';
import { openApiKeys } from './platform/apiKeys.ts';
import { openBeside } from './platform/beside.ts';
import type { Config } from './platform/config.ts';
import { openFiles } from './platform/files/files.ts';
import { imageRoutes } from './platform/files/imagesRoutes.ts';
import { linkRoutes } from './platform/files/links.ts';
import type { Storage } from './platform/files/storage/storage.ts';
import { openFinder } from './platform/finding.ts';
import { buildHttp } from './platform/http.ts';
import { jobRoutes } from './platform/jobs/jobs.routes.ts';
import type { Lanes } from './platform/lanes.ts';
import type { Logger } from './platform/log.ts';
import { openOrganisations } from './platform/pipeline.ts';
import type { Pools } from './platform/postgres/pools.ts';
import { afterChange, type Served } from './platform/serve.ts';
import type { UnknownEnds } from './platform/unknownEnds.ts';
import type { Vault } from './platform/vault.ts';
import { recordsOfLocks, tracksOfLocks } from './tracksOfLocks.ts';

export interface ApiParts {
  config: Config;
  pools: Pools;
  params: Params;
  log: Logger;
  hub: Hub;
  views: FleetViews;
  bus: Bus;
  vault: Vault;
  passwords: Pick<Passwords, 'open' | 'openStatic' | 'sealStatic'>;
  /** where files lie */
  storage: Storage;
  signSecret: string;
  version: string;
  consoleDir: string | null;
  judgeAgain: Again;
  unknownEnds: UnknownEnds;
  /** whether what it needs answers */
  ready(): Promise<boolean>;
}

interface SessionLimits {
  idleSeconds: number;
  maxSeconds: number;
  wallDays: number;
}

/**
 * Sessions, keys and pictures that one address may ask for and nobody has. A whole office whose sessions ended over night
 * asks for as many once; what was good a moment ago does not count.
 */
const GUESSES_A_MINUTE = 600;

/** Keys for a password that one address may ask for in a minute: a whole office that signs in at once takes fewer. */
const KEYS_A_MINUTE = 600;

/** Newer apps that one address may ask for in a minute: all handsets of a yard at the beginning of a shift. */
const CHECKS_A_MINUTE = 600;

/** Pages to have no more mails that one address may ask for in a minute: mail programs of many people ask from one. */
const LEAVING_A_MINUTE = 300;

/** What the page is called until somebody gives it another title. */
const TITLE: Text = { zh: '铅封系统', en: 'Lead-seal system' };
const titleIn = (params: Params, lang: Lang): string => params.get(`system_title_${lang}`) || TITLE[lang];

/** Every domain's routes, in one list: a domain is served when it stands here. */
const routes = (p: ApiParts, limits: () => SessionLimits, organisations: Lanes): Served[] => {
  const { bus } = p;
  const files = openFiles({
    platform: p.pools.platform,
    storage: p.storage,
    log: p.log,
    megabytes: () => p.params.get('files_megabytes'),
  });
  const news = tellNews(bus);
  const orderNews = {
    hint: (deviceId: number) => bus.tell('hint', { deviceId }),
    touched: news.command,
    deviceTouched: news.device,
  };
  const ordering = orderLimits((name) => p.params.get(name));
  const codes = openVerificationCodes(p.pools.platform, p.vault);
  const factors = openSecondFactors(p.pools.platform, p.vault, codes);
  const contacts = openContacts(p.pools.platform, p.vault, codes);
  /** what people are told to open; '' = nobody said */
  const origin = p.config.CONSOLE_URL ? new URL(p.config.CONSOLE_URL).origin : '';
  const freeTries = () => p.params.get('login_free_tries');
  const proofs = openProofs(p.pools.platform, factors, freeTries, () => p.params.get('fresh_proof_seconds'));
  const keys = openPasswordKeys(p.pools.platform, p.vault.keyFor('password keys'));
  const finder = openFinder(p.pools.readers);
  const secondPerson = openSecondPerson({ platform: p.pools.platform, keys, proofs, factors, freeTries });
  // who may come in, and what for: a change is felt at the next request, not when what is remembered grows old
  const people = [
    ...sessionRoutes({
      pools: p.pools,
      factors,
      codes,
      proofs,
      keys,
      limit: openAddressLimit(() => p.params.get('login_tries_per_address'), addressKey),
      keyLimit: openAddressLimit(() => KEYS_A_MINUTE, addressKey),
      title: (lang) => titleIn(p.params, lang),
      imageServerUrl: '',
      sessionSeconds: () => p.params.get('session_max_seconds'),
      wallDays: () => p.params.get('wall_days'),
      sessionsOfOperator: () => p.params.get('sessions_per_operator'),
      freeTries,
    }),
    ...personalRoutes({ pools: p.pools, contacts, factors, codes, proofs, keys, vault: p.vault, limits }),
    ...roleRoutes({ platform: p.pools.platform }),
    ...menuRoutes,
    ...organisationRoutes({ keys }),
    ...operatorRoutes({ platform: p.pools.platform, keys }),
  ];
  return [
    ...afterChange(people, () => bus.tell('rights', {})),
    ...friendDomain({
      platform: p.pools.platform,
      readers: p.pools.readers,
      touched: (operators) => bus.tell('personal', { operators }),
      orderTouched: news.command,
      confirmed: proofs.fresh,
      refusalToCancel,
      giving: openGiving(orderNews, ordering),
    }),
    ...approvalRoutes({
      platform: p.pools.platform,
      giving: openGiving(orderNews, ordering),
      resuming: { stopped: stoppedRollout, may: mayResume, goOn },
      proofs,
      secondPerson,
      keys,
      ticked: physicalPermits,
      minutes: () => p.params.get('approval_minutes'),
      contacts,
      vault: p.vault,
      origin,
      touched: (operators) => bus.tell('personal', { operators: [...operators] }),
    }),
    ...frozenPeriodRoutes({ proofs }),
    ...preferenceRoutes,
    ...dashboardRoutes({ platform: p.pools.platform }),
    ...mapRoutes(p.hub, p.views, p.pools.readers),
    ...lockCodeRoutes({
      ...{ platform: p.pools.platform, vault: p.vault, contacts, passwords: p.passwords },
      confirmed: proofs.fresh,
    }),
    ...onMapRoutes,
    ...fenceRoutes,
    ...geoFileRoutes,
    ...interestRoutes,
    ...trackRoutes(tracksOfLocks),
    ...orderRoutes({ ...orderNews, confirmed: proofs.fresh, passwords: p.passwords, limits: ordering }),
    ...batchRoutes({
      readers: p.pools.readers,
      giving: openGiving(orderNews, ordering),
      confirmed: proofs.fresh,
      touched: news.command,
    }),
    ...assignmentRoutes({
      readers: p.pools.readers,
      giving: openGiving(orderNews, ordering),
      confirmed: proofs.fresh,
      touched: news.command,
      refusalToCancel,
    }),
    ...cardRoutes({ touched: news.command }),
    ...ruleRoutes({ confirmed: proofs.fresh }),
    ...matrixRoutes({ confirmed: proofs.fresh }),
    ...sealDomain({
      finder,
      labels: openLabels(p.vault),
      secondPerson,
      things: [batchPositions, meterPoints],
      alarmed: news.alarm,
    }),
    ...meteringDomain({
      ...{ secondPerson, finder, readers: p.pools.readers },
      capacity: () => p.params.get('meter_week_load'),
    }),
    ...logisticsDomain({
      secondPerson,
      finder,
      readers: p.pools.readers,
      tracksOf: tracksOfLocks,
      records: recordsOfLocks,
      keptDays: () => p.params.get('retention_days'),
      beside: openBeside(p.pools.app, organisations),
    }),
    ...evidenceRoutes,
    ...openingRoutes({ readers: p.pools.readers }),
    ...recordRoutes({ readers: p.pools.readers, alarmsById, contacts }),
    ...ledgerRoutes({
      readers: p.pools.readers,
      namings: {
        seal_id: openSealNaming(p.pools.readers),
        journey_id: batchNaming(finder),
        meter_id: meterNaming(finder),
      },
    }),
    ...orderQueueRoutes({ touched: news.command, readers: p.pools.readers }),
    ...alarmRoutes({ touched: news.alarm }),
    ...alarmRuleRoutes({
      escalation: () => ({
        again: p.params.get('escalate_minutes'),
        further: p.params.get('escalate_further_minutes'),
      }),
    }),
    ...deviceDomain({
      openingCards,
      openedByCard,
      readers: p.pools.readers,
      orderTouched: news.command,
      alarmTouched: news.alarm,
      changed: (ids, before = []) => {
        bus.tell('admission', { ids });
        news.devices(ids, before);
      },
      lowBattery: () => p.params.get('low_battery_default'),
      judgeAgain: p.judgeAgain,
      inspectionLimits: () => ({
        heard: p.params.get('inspection_heard'),
        battery: p.params.get('inspection_battery'),
        firmware: p.params.get('inspection_firmware'),
      }),
      receiveDays: () => p.params.get('receive_days'),
      secondPerson,
      gatewayAddress: () => p.params.get('gateway_address'),
      gatewayPort: p.config.GATEWAY_PORT,
      records: { events: eventsById, commands: commandsById, alarms: alarmsById },
    }),
    ...dictionaryRoutes({ changed: news.dictionaries }),
    ...paramRoutes({ params: p.params, changed: () => bus.tell('params', {}) }),
    ...operationLogRoutes,
    ...appRoutes({
      pools: p.pools,
      files,
      megabytes: () => p.params.get('app_megabytes'),
      origin,
      limit: openAddressLimit(() => CHECKS_A_MINUTE, addressKey),
      networkOf: networkKey,
      confirmed: proofs.fresh,
    }),
    ...firmwareDomain({
      platform: p.pools.platform,
      files,
      storage: p.storage,
      megabytes: () => p.params.get('firmware_megabytes'),
      publicKey: p.config.FIRMWARE_PUBLIC_KEY ?? '',
      confirmed: proofs.fresh,
      minutes: () => p.params.get('approval_minutes'),
    }),
    ...placeRoutes(openGeocoder(p.config)),
    ...baseMapRoutes({
      platform: p.pools.platform,
      callers: p.pools.callers,
      files,
      vault: p.vault,
      keys,
      megabytes: () => p.params.get('base_map_megabytes'),
      allowed: p.config.OUTBOUND_ALLOW,
    }),
    ...importRoutes({ files, uploadDays: () => p.params.get('upload_days') }),
    ...jobRoutes,
    ...messageDomain({ vault: p.vault, keys }),
    ...mailboxDomain({ vault: p.vault, keys, origin }),
    ...imageRoutes(files),
    ...linkRoutes,
  ];
};

export const buildApi = (p: ApiParts): Promise<FastifyInstance> => {
  const limits = () => ({
    idleSeconds: p.params.get('session_idle_seconds'),
    maxSeconds: p.params.get('session_max_seconds'),
    wallDays: p.params.get('wall_days'),
  });
  const guesses = openAddressLimit(() => GUESSES_A_MINUTE, addressKey);
  const access = openAccess(p.pools, guesses, {
    get idleSeconds() {
      return limits().idleSeconds;
    },
    get maxSeconds() {
      return limits().maxSeconds;
    },
    get wallDays() {
      return limits().wallDays;
    },
  });
  p.bus.hear('rights', () => access.forget());
  p.bus.hear('resync', () => access.forget());
  // what each call tells after its commit, for whatever may have changed: rather read anew than believed
  p.unknownEnds.whenDecided(async () => {
    p.bus.tell('admission', { ids: null });
    p.bus.tell('resync', {});
    await p.params.refresh();
  });
  const organisations = openOrganisations(p.pools);
  return buildHttp({
    pools: p.pools,
    storage: p.storage,
    openFiles: [openPackages(p.pools), openBaseMaps(p.pools.callers)],
    framed: vendorPages,
    pages: [
      leavingPages({
        does: openLeaving({ platform: p.pools.platform, vault: p.vault }),
        title: () => ({ zh: titleIn(p.params, 'zh'), en: titleIn(p.params, 'en') }),
        limit: openAddressLimit(() => LEAVING_A_MINUTE, addressKey),
      }),
    ],
    tileOrigins: () => tileOrigins(p.pools.platform),
    access,
    apiKeys: openApiKeys(p.pools, guesses, { ticked: physicalPermits }),
    log: p.log,
    unknownEnds: p.unknownEnds,
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
    organisations,
    served: routes(p, limits, organisations),
    version: p.version,
    title: () => ({ zh: titleIn(p.params, 'zh'), en: titleIn(p.params, 'en') }),
    consoleDir: p.consoleDir,
    metricsPublic: p.config.METRICS_PUBLIC,
    metricsToken: p.config.METRICS_TOKEN,
    trustProxy: p.config.TRUST_PROXY,
    roles: p.config.ROLES,
    ready: p.ready,
  });
};
