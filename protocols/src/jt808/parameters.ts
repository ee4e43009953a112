import { bytesAfter, type Infer, u8, u16, u32 } from '../kit/codec.ts';
import { listAfter } from '../kit/list.ts';
import { struct } from '../kit/struct.ts';

/** Parameter ids a lock's settings use; the values are DWORDs but for the texts 0x0010-0x0017. */
export const ParameterId = {
  heartbeatSeconds: 0x0001,
  apn: 0x0010,
  server: 0x0013,
  backupServer: 0x0017,
  tcpPort: 0x0018,
  reportStrategy: 0x0020,
  sleepReportSeconds: 0x0027,
  emergencyReportSeconds: 0x0028,
  reportSeconds: 0x0029,
  reportMetres: 0x002c,
  fenceMetres: 0x0031,
  alarmMask: 0x0050,
  maxSpeed: 0x0055,
  odometer: 0x0080,
} as const;

const parameter = struct({ id: u32, value: bytesAfter(u8) });
export type Parameter = Infer<typeof parameter>;

/** 0x8103: set these. */
export const setParameters = struct({ parameters: listAfter(u8, parameter) });
/** 0x8106: ask for some; 0x8104, without a body, asks for all. */
export const queryParameters = struct({ ids: listAfter(u8, u32) });
/** 0x0104: `serial` is that of the query. */
export const parametersReply = struct({ serial: u16, parameters: listAfter(u8, parameter) });
