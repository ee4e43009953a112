import type { FilePurpose } from '@plomb/contract/files/purposes';
import { type ImportType, importPermits, importTypes } from '@plomb/contract/imports/importFields';
import type { PoolClient } from 'pg';
import type { SessionOperator } from '../../platform/access.ts';
import { type Block, importBlock } from './block.ts';
import { importedCards } from './cards.ts';
import type { Plan } from './cells.ts';
import { importedDevices } from './devices.ts';

interface Kind {
  keys(client: PoolClient, plan: Plan): Promise<(cells: readonly string[]) => string | null>;
  block(client: PoolClient, block: Block): Promise<number[]>;
}
export const importKinds: Record<ImportType, Kind> = {
  device: { keys: importedDevices.keys, block: (client, block) => importBlock(client, importedDevices, block) },
  card: { keys: importedCards.keys, block: (client, block) => importBlock(client, importedCards, block) },
};

/** What its file is kept as. */
export const filePurposeOf = { device: 'import', card: 'import_card' } as const satisfies Record<
  ImportType,
  FilePurpose
>;

const holds = ({ grants }: Pick<SessionOperator, 'grants'>, permits: readonly string[]): boolean =>
  permits.every((permit) => grants.has(permit));

/** The types whose files an operator sees: of others none is there. */
export const typesSeenBy = (operator: Pick<SessionOperator, 'grants'>): ImportType[] =>
  importTypes.filter((type) => holds(operator, importPermits[type].seen));

/** Whether an operator who may import may bring these. */
export const mayBring = (operator: Pick<SessionOperator, 'grants'>, type: ImportType): boolean =>
  holds(operator, importPermits[type].brought);
