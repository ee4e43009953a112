import type { Logger } from 'pino';
import type { Addresses } from './addresses.ts';
import type { Admission } from './admission.ts';
import type { AuthCodes } from './authCodes.ts';
import type { Counts } from './counts.ts';
import type { Deliveries } from './deliveries.ts';
import type { Flusher } from './flusher.ts';
import type { Limits } from './kit/limits.ts';
import type { Memories } from './kit/memories.ts';
import type { NotUnderstoodStore, ReportSink } from './kit/ports.ts';
import type { Online } from './online.ts';
import type { Pace } from './pace.ts';
import type { Peer } from './peer.ts';
import type { Pressure } from './pressure.ts';
import type { Trouble } from './trouble.ts';
import type { Upgrades } from './upgrades.ts';

/** What all connections of a gateway share. */
export interface Services {
  limits: Limits;
  now: () => number;
  log: Logger;
  trouble: Trouble;
  counts: Counts;
  admission: Admission;
  addresses: Addresses;
  pace: Pace;
  unprovedPace: Pace;
  /** what of storage may go to who has proved nothing */
  unprovedShares: { ofDevice: Pace; ofAddress: Pace };
  registrationPace: Pace;
  pressure: Pressure;
  authCodes: AuthCodes;
  sink: ReportSink;
  notUnderstood: NotUnderstoodStore;
  memories: Memories;
  online: Online;
  deliveries: Deliveries;
  upgrades: Upgrades;
  flusher: Flusher;
  /** open connections, for the sweep */
  open: Set<Peer>;
}
