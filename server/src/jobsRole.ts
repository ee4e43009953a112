import { physicalPermits } from '@plomb/contract/personal/physicalPermits';
import { giveBackAlarms } from './domains/alarms/giveBack.ts';
import { alarmsById } from './domains/alarms/queries.ts';
import { lapseApprovals } from './domains/approvals/approvals.routes.ts';
import { sweepHandsets } from './domains/apps/installations.ts';
import { batchWorks, forgetDrafts } from './domains/batches/work.ts';
import { followAgain, openFollowing } from './domains/cards/following.ts';
import { openFleetCounting } from './domains/dashboard/fleet.ts';
import { addUpReports } from './domains/dashboard/reportHours.ts';
import { endLeases } from './domains/devices/management.ts';
import { findOverdue } from './domains/devices/overdue.ts';
import { followLocks } from './domains/devices/stockFollow.ts';
import { findStuck } from './domains/devices/stuck.ts';
import { advanceRollouts } from './domains/firmware/advance.ts';
import { lapseApplications } from './domains/friends/applications.routes.ts';
import { sweepAuthorisations } from './domains/friends/sweep.ts';
import { importWorks } from './domains/imports/work.ts';
import { openJudging } from './domains/logistics/judging.ts';
import { dropUnmade, packWorks } from './domains/logistics/pack/work.ts';
import { watchLimits } from './domains/logistics/watch.ts';
import { followWords } from './domains/logistics/words.ts';
import { endBrowsers, openComposing } from './domains/mailbox/browsers.ts';
import { followAlarms } from './domains/mailbox/follow.ts';
import { openTelling } from './domains/mailbox/tell.ts';
import { openTellingBrowsers } from './domains/mailbox/tellBrowsers.ts';
import { openTroubles } from './domains/mailbox/troubles.ts';
import { openGiving, orderLimits } from './domains/orders/give.ts';
import { openPasswords } from './domains/orders/passwords.ts';
import { sweepOrders, takeBackOfDisabled } from './domains/orders/queue.ts';
import { dropExports, exportWorks } from './domains/records/exporting.ts';
import type { House } from './house.ts';
import { maintainPartitions } from './ingest/partitions.ts';
import { openContacts } from './people/contacts.ts';
import { sweep } from './people/passwordKeys.ts';
import { openVerificationCodes, sweepCodes } from './people/verificationCodes.ts';
import { sweepAdditions } from './platform/additions.ts';
import { every } from './platform/every.ts';
import { collectFiles } from './platform/files/collect.ts';
import { openFiles } from './platform/files/files.ts';
import { moveOutOfDatabase } from './platform/files/inline.ts';
import { sweepLinks } from './platform/files/links.ts';
import { sweepTickets } from './platform/files/tickets.ts';
import { openJobs } from './platform/jobs/jobs.ts';
import { openSending } from './platform/messages/sending.ts';
import { overdueSeconds } from './platform/metrics.ts';
import { forgetOld } from './retention/forget.ts';
import { recordsOfLocks, tracksOfLocks } from './tracksOfLocks.ts';

/** Makes the days reports can fall into, and drops those past retention. Any number of processes may do it together. */
export const maintain = async ({ pools, params }: Pick<House, 'pools' | 'params'>): Promise<void> => {
  await maintainPartitions(pools.owner, { now: Date.now(), retentionDays: params.get('retention_days') });
};

/** What time brings: done by one process at a time, whichever of those with this role was first. */
export const shareJobs = (house: House): void => {
  const { config, pools, params, storage, bus, news, vault, processes, log } = house;
  const passwords = openPasswords(pools.devices, vault, () => undefined);
  // the demonstration reads its mail on the same machine
  const allowed = config.demo ? ['127.0.0.0/8'] : config.OUTBOUND_ALLOW;
  const origin = config.CONSOLE_URL ? new URL(config.CONSOLE_URL).origin : '';
  const composePush = openComposing(pools.platform);
  const messages = openSending({ db: pools.platform, vault, allowed, origin, composePush, log });
  const countFleet = openFleetCounting(pools.platform);
  let running: (() => Promise<void>)[] = [];
  const tellAlarms = async (found: Promise<number[]>) => {
    for (const alarm of await found) news.alarm(alarm);
  };
  const endManagement = async () => {
    const limits = { idleSeconds: params.get('session_idle_seconds'), maxSeconds: params.get('session_max_seconds') };
    const devices = await endLeases(pools.platform, limits);
    if (devices.length > 0) news.devices(devices, []);
  };
  const lapse = async () => {
    const operators = await lapseApplications(pools.platform);
    if (operators.length > 0) bus.tell('personal', { operators });
  };
  const endAuthorisations = async () => {
    const { operators, orders } = await sweepAuthorisations(pools.platform);
    if (operators.length > 0) bus.tell('personal', { operators });
    for (const order of orders) news.command(order);
  };
  const lapseAsked = async () => {
    const operators = await lapseApprovals(pools.platform);
    if (operators.length > 0) bus.tell('personal', { operators });
  };
  const forget = async () => {
    const days = (name: Parameters<typeof params.get>[0]) => Number(params.get(name));
    const gone = await forgetOld(pools.platform, {
      days,
      now: Date.now(),
      // hours of work after a flood: whoever does the jobs then does the rest
      goesOn: () => running.length > 0 && processes.holds('jobs'),
      told: (table, seconds) => overdueSeconds.set({ table }, seconds),
    });
    if (Object.keys(gone).length > 0) log.info({ gone }, 'what is kept no longer was deleted');
  };
  const collect = async () => {
    const gone = await collectFiles(pools.platform, storage);
    if (gone.files + gone.contents > 0) log.info({ gone }, 'files that nothing used were deleted');
  };
  const jobs: [ms: number, name: string, work: () => Promise<void>][] = [
    [60_000, 'quarantine', () => tellAlarms(findStuck(pools.platform))],
    [1000, 'stock follows locks', () => tellAlarms(followLocks(pools.platform))],
    [1000, 'batches follow locks', () => followWords(pools.platform)],
    [10_000, 'limits of batches', () => tellAlarms(watchLimits(pools.platform))],
    [1000, 'verdicts of batches', () => judgeBatches()],
    [60_000, 'not received', () => tellAlarms(findOverdue(pools.platform, params.get('receive_days')))],
    [1000, 'management mode', endManagement],
    [2000, 'passwords used', () => tellAlarms(passwords.leaked())],
    [10_000, 'passwords shown and not used', () => passwords.expose(params.get('shown_password_minutes'))],
    [3_600_000, 'old passwords', () => passwords.forget()],
    [5000, 'alarms of who may no more', () => tellAlarms(giveBackAlarms(pools.platform))],
    [1000, 'alarms for recipients', () => followAlarms(pools.platform, escalation())],
    [1000, 'notices', () => tellRecipients()],
    [1000, 'notices of browsers', () => tellBrowsers()],
    [5000, 'ways that fail', () => tellTroubles()],
    [5000, 'browsers of who may no more', () => endBrowsers(pools.platform)],
    [1000, 'messages', messages.turn],
    [1000, 'commands', () => sweepOrders(pools.platform, news.command)],
    [5000, 'orders of the disabled', () => takeBackOfDisabled(pools.platform, news.command)],
    [1000, 'cards follow rules', () => followRules()],
    [60_000, 'cards follow rules again', () => followAgain(pools.platform)],
    [1000, 'firmware roll-outs', () => advanceRollouts(pools.platform)],
    [60_000, 'login keys', () => sweep(pools.platform)],
    [60_000, 'codes', () => sweepCodes(pools.platform)],
    [60_000, 'file tickets', () => sweepTickets(pools.platform)],
    [60_000, 'file links', () => sweepLinks(pools.platform)],
    [60_000, 'applications', lapse],
    [1000, 'authorisations', endAuthorisations],
    [1000, 'approvals', lapseAsked],
    [60_000, 'handsets', () => sweepHandsets(pools.platform)],
    [3_600_000, 'drafts of batches', () => forgetDrafts(pools.platform)],
    [3_600_000, 'exports', () => dropExports(pools.platform)],
    [3_600_000, 'packs never made', () => dropUnmade(pools.platform)],
    [3_600_000, 'additions', () => sweepAdditions(pools.platform)],
    [60_000, 'pictures out of the database', () => moveOutOfDatabase(pools.platform, storage).then(() => undefined)],
    [3_600_000, 'files', collect],
    [2000, 'fleet counts', countFleet],
    [5000, 'reports an hour', () => addUpReports(pools.platform)],
    [3_600_000, 'partitions', () => maintain(house)],
    [3_600_000, 'retention', forget],
  ];
  const giving = openGiving(
    { hint: (deviceId) => bus.tell('hint', { deviceId }), touched: news.command, deviceTouched: news.device },
    orderLimits((name) => params.get(name)),
  );
  const followRules = openFollowing({
    platform: pools.platform,
    giving,
    ticked: physicalPermits,
    touched: news.command,
  });
  const escalation = () => ({
    again: params.get('escalate_minutes'),
    further: params.get('escalate_further_minutes'),
  });
  const tellRecipients = openTelling({ db: pools.platform, vault, origin, escalation, log });
  const tellBrowsers = openTellingBrowsers({ db: pools.platform, vault, origin, escalation, log });
  const files = openFiles({
    ...{ platform: pools.platform, storage, log },
    megabytes: () => params.get('files_megabytes'),
  });
  const codes = openVerificationCodes(pools.platform, vault);
  const contacts = openContacts(pools.platform, vault, codes);
  const tellTroubles = openTroubles({ db: pools.platform, vault, contacts, origin });
  const journeys = { tracksOf: tracksOfLocks, records: recordsOfLocks, keptDays: () => params.get('retention_days') };
  const judgeBatches = openJudging(pools, journeys);
  const works = {
    ...importWorks({
      storage,
      came: (ids) => bus.tell('admission', { ids }),
      shown: (ids) => (ids ? news.devices(ids, []) : bus.tell('resync', {})),
    }),
    ...batchWorks(giving),
    ...exportWorks({
      ...{ readers: pools.readers, storage, files, vault, origin, alarmsById },
      contacts,
    }),
    ...packWorks({ platform: pools.platform, storage, files, ...journeys }),
  };
  const end = async () => {
    const all = running;
    running = [];
    await Promise.all(all.map((stop) => stop()));
    overdueSeconds.reset();
  };
  processes.share({
    name: 'jobs',
    isMine: () => true,
    begin() {
      log.info('this process does the periodic jobs');
      // between two beats it may turn out that another does them by now
      const mine = (work: () => Promise<void>) => async () => void (processes.holds('jobs') && (await work()));
      running = jobs.map(([ms, name, work]) => every(ms, name, mine(work), log));
      const people = openJobs({ pools, log, works, ticked: physicalPermits, isMine: () => processes.holds('jobs') });
      running.push(every(500, 'jobs of people', mine(people.turn), log), people.stop, messages.settled);
    },
    end,
  });
};
