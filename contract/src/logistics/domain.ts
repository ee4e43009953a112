import type { MenuSeeds } from '../kit/menu.ts';
import { journeys } from './journey.ts';
import { journeyTemplates } from './journeyTemplates.ts';
import { logisticsBatches } from './logisticsBatches.ts';
import { evidencePacks } from './packs.ts';
import { sealPositions } from './sealPositions.ts';
import { stepRecords } from './stepRecords.ts';
import { fieldTasks } from './tasks.ts';
import { vehicles } from './vehicles.ts';

export const logisticsCalls = {
  logisticsBatches,
  journeyTemplates,
  journeys,
  evidencePacks,
  vehicles,
  stepRecords,
  sealPositions,
  fieldTasks,
};

export const logisticsMenu = {
  logistics: { title: { zh: '物流防盗', en: 'Logistics anti-theft' }, view: '0', icon: 'truck', parent: null },
  logisticsBatch: {
    title: { zh: '物流批次', en: 'Logistics batches' },
    view: 'logistics/LogisticsBatchesPage',
    icon: 'truck',
    parent: 'logistics',
  },
  vehicle: {
    title: { zh: '车辆信息', en: 'Vehicle information' },
    view: 'logistics/VehiclesPage',
    icon: 'truck',
    parent: 'logistics',
  },
  batchStep: {
    title: { zh: '工序记录', en: 'Step records' },
    view: 'logistics/StepRecordsPage',
    icon: 'log',
    parent: 'logistics',
  },
  journeyTemplate: {
    title: { zh: '行程模板', en: 'Journey templates' },
    view: 'logistics/JourneyTemplatesPage',
    icon: 'type',
    parent: 'logistics',
  },
  sealPosition: {
    title: { zh: '施封位置', en: 'Sealing positions' },
    view: 'logistics/SealPositionsPage',
    icon: 'seal',
    parent: 'logistics',
  },
} as const satisfies MenuSeeds;
