import type { Messages, Subject } from '../bus.ts';

/** Reports of a device go by one partition, so that they stay in order; as many processes can store reports. */
export const PARTITIONS = 8;
export const partitionOf = (deviceId: number): number => deviceId % PARTITIONS;

/** Names of one installation: several may share the servers. Each has a name of its own, kept in its database. */
export const namesOf = (house: string) => ({
  stream: `plomb_${house}_reports`,
  allReports: `plomb.${house}.reports.*`,
  reports: (partition: number) => `plomb.${house}.reports.${partition}`,
  /** What is told of a lock goes by its organisation: it is nearly all there is, and a hub may choose. */
  told<S extends Subject>(subject: S, message: Messages[S]): string {
    return `plomb.${house}.told.${subject}${'orgId' in message ? `.${message.orgId}` : ''}`;
  },
  /** where a process answers for itself */
  there: (process: string) => `plomb.${house}.there.${process}`,
  heard: (subject: Subject) => `plomb.${house}.told.${subject}${subject === 'lock' ? '.*' : ''}`,
});
export type Names = ReturnType<typeof namesOf>;
