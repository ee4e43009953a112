import { approvalParams } from './approvals/params.ts';
import { appParams } from './apps/params.ts';
import { baseMapParams } from './basemaps/params.ts';
import { deviceParams } from './devices/params.ts';
import { fileParams } from './files/params.ts';
import { firmwareParams } from './firmware/params.ts';
import { importParams } from './imports/params.ts';
import type { OutputOf } from './kit/call.ts';
import type { ParamSeed, ParamSeeds } from './kit/param.ts';
import { liveParams } from './live/params.ts';
import { mailboxParams } from './mailbox/params.ts';
import { meteringParams } from './metering/params.ts';
import { orderParams } from './orders/params.ts';
import { sessionParams } from './session/params.ts';
import { paramCalls } from './system/params/params.ts';
import { productParams } from './system/params/product.ts';

/**
 * Every system parameter: adding one is adding it here and reading it where it acts. Where an environment variable
 * sets the same thing, that is the default, and `fallback` only what the variable itself falls back to.
 */
export const paramSeeds = {
  ...productParams,
  ...sessionParams,
  ...liveParams,
  ...orderParams,
  ...deviceParams,
  ...fileParams,
  ...importParams,
  ...appParams,
  ...baseMapParams,
  ...firmwareParams,
  ...approvalParams,
  ...mailboxParams,
  ...meteringParams,
} as const satisfies ParamSeeds;

export type ParamName = keyof typeof paramSeeds;
export const paramNames = Object.keys(paramSeeds) as ParamName[];
/** The seed of a name without its literal types. */
export const paramSeed = (name: ParamName): ParamSeed => paramSeeds[name];

interface Kinds {
  number: number;
  boolean: boolean;
  text: string;
  choice: string;
}
export type ParamValues = { [N in ParamName]: Kinds[(typeof paramSeeds)[N]['kind']] };

export const params = paramCalls(paramNames as [ParamName, ...ParamName[]]);
export type Param = OutputOf<typeof params.list>['rows'][number];
