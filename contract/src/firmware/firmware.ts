import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { UploadedFile } from '../files/images.ts';
import { call, Id, Line, Nothing, oneOrMore, Time } from '../kit/call.ts';
import { resource } from '../kit/resource.ts';
import { lockFamilies } from '../lock/codes.ts';
import { firmwareStates } from './steps.ts';

/** No firmware is larger, whatever the parameter says: its parts are counted. */
export const firmwareFileBytes = 16 * 1024 * 1024;

/** As locks say it. */
export const FirmwareVersion = Line(40)
  .min(1, { error: 'required' })
  .regex(/^[\x21-\x7e]+$/, { error: 'firmwareVersion' });

const fields = {
  device_type_id: Id,
  firmware_version: FirmwareVersion,
  /** the file, as it was uploaded */
  firmware_path: FileId,
  /** the maker's code of JT/T 808; '' = none */
  maker_code: z.string().regex(/^[\x21-\x7e]{0,5}$/, { error: 'makerCode' }),
  /** Ed25519 of the file, detached, in Base64; '' = none */
  signature: z.string().regex(/^([A-Za-z0-9+/]{86}==)?$/, { error: 'signatureForm' }),
  remark: Line(500),
};
const plain = resource({
  path: 'firmware',
  menu: 'firmware',
  title: { zh: '固件版本', en: 'firmware version' },
  row: {
    ...fields,
    device_type_name: z.string(),
    family: z.enum(lockFamilies),
    state: z.enum(firmwareStates),
    /** of the file */
    sha256: z.string(),
    bytes: z.int(),
    /** locks of its type that last said they run it */
    devices: z.int(),
    oper_name: z.string(),
    create_time: Time,
    publish_name: z.string(),
    publish_time: Time.nullable(),
    withdraw_name: z.string(),
    withdraw_time: Time.nullable(),
  },
  write: fields,
  filter: { state: oneOrMore(z.enum(firmwareStates)).optional(), device_type_id: Id.optional() },
  sort: ['firmware_version', 'create_time', 'publish_time'],
});

/** Versions of what runs on the locks of a device type. A draft alone can be changed or deleted. */
export const firmware = {
  ...plain,
  /** Told by what is in it: text, pictures and documents are refused. What no version names a day later is gone. */
  upload: call({
    path: '/firmware/upload',
    title: { zh: '上传固件', en: 'Upload a firmware' },
    permit: 'firmware:add',
    business: 'insert',
    input: z.object({ file: UploadedFile(firmwareFileBytes) }),
    output: z.object({ path: FileId, sha256: z.string(), bytes: z.int() }),
  }),
  publish: call({
    path: '/firmware/publish',
    title: { zh: '发布固件版本', en: 'Publish a firmware version' },
    permit: 'firmware:publish',
    business: 'update',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  withdraw: call({
    path: '/firmware/withdraw',
    title: { zh: '撤回固件版本', en: 'Withdraw a firmware version' },
    permit: 'firmware:withdraw',
    business: 'update',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
};
