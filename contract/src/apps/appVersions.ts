import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { UploadedFile } from '../files/images.ts';
import { call, Id, Line, Nothing, oneOrMore, Time } from '../kit/call.ts';
import { resource } from '../kit/resource.ts';
import { seen } from '../kit/search.ts';
import { appStates } from './appSteps.ts';
import { AppVersionNumber } from './version.ts';

/** The apps there are to begin with: codes of the dictionary `mobile_app`, which people may add to. */
export const mobileApps = ['handset', 'phone'] as const;
export const appPlatforms = ['android', 'ios'] as const;

/** No package is larger, whatever the parameter says. */
export const appFileBytes = 500 * 1024 * 1024;

const AppName = Line(40)
  .min(1, { error: 'required' })
  .regex(/^[\w.-]+$/, { error: 'code' });
/** Read on a handset, so its lines stay lines. */
const Notes = z
  .string()
  .overwrite((text) => text.split(/\r?\n/).map(seen).join('\n').trim())
  .min(1, { error: 'required' })
  .max(2000);
const StoreUrl = Line(300).refine(
  (url) => url === '' || (url.startsWith('https://') && URL.canParse(url) && !new URL(url).username),
  { error: 'appUrl' },
);

const fields = {
  app_name: AppName,
  platform: z.enum(appPlatforms),
  app_version: AppVersionNumber,
  name: Line(60).min(1, { error: 'required' }),
  notes_zh: Notes,
  notes_en: Notes,
  /** whoever has an older one has to take it, or one that is newer still */
  force_update: z.boolean(),
  /** the package, as it was uploaded; null: it is fetched from `url` */
  path: FileId.nullable(),
  /** in a store; '' = none */
  url: StoreUrl,
};
const plain = resource({
  path: 'appVersion',
  menu: 'appVersion',
  title: { zh: '手持端版本', en: 'handset app version' },
  row: {
    ...fields,
    state: z.enum(appStates),
    /** of the package */
    sha256: z.string().nullable(),
    bytes: z.int().nullable(),
    /** handsets that last said they run it */
    installations: z.int(),
    oper_name: z.string(),
    create_time: Time,
    publish_name: z.string(),
    publish_time: Time.nullable(),
    withdraw_name: z.string(),
    withdraw_time: Time.nullable(),
  },
  write: fields,
  filter: { state: oneOrMore(z.enum(appStates)).optional(), platform: oneOrMore(z.enum(appPlatforms)).optional() },
  sort: ['app_name', 'platform', 'create_time', 'publish_time'],
});

/** Versions of the handset app; those of the root organisation are everybody's. A draft alone can be changed or deleted. */
export const appVersions = {
  ...plain,
  /** An Android package, told by what is in it. What no version names a day later is gone. */
  upload: call({
    path: '/appVersion/upload',
    title: { zh: '上传手持端安装包', en: 'Upload a handset app package' },
    permit: 'appVersion:add',
    business: 'insert',
    input: z.object({ file: UploadedFile(appFileBytes) }),
    output: z.object({ path: FileId, sha256: z.string(), bytes: z.int() }),
  }),
  publish: call({
    path: '/appVersion/publish',
    title: { zh: '发布手持端版本', en: 'Publish a handset app version' },
    permit: 'appVersion:publish',
    business: 'update',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  withdraw: call({
    path: '/appVersion/withdraw',
    title: { zh: '撤回手持端版本', en: 'Withdraw a handset app version' },
    permit: 'appVersion:withdraw',
    business: 'update',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  /**
   * What an app asks, also before anybody has signed in: whether there is a newer version for it, and whether it has to be
   * taken. `installation` is an id the app made at random when it was installed; with it, it stands in the upgrade records.
   * The package is fetched by `GET`, in parts (`Range`) where that is asked for; `url` is whole where the server knows its
   * own address, else it begins with `/`.
   */
  check: call({
    path: '/appVersion/check',
    title: { zh: '检查手持端新版本', en: 'Check for a newer handset app' },
    permit: 'open',
    business: null,
    input: z.object({
      app_name: AppName,
      platform: z.enum(appPlatforms),
      app_version: AppVersionNumber,
      installation: z.uuid().optional(),
    }),
    output: z.object({
      /** null: there is no newer one */
      upgrade: z
        .object({
          app_version: AppVersionNumber,
          name: z.string(),
          /** in the caller's language */
          notes: z.string(),
          /** it, or one between, has to be taken */
          force_update: z.boolean(),
          url: z.string(),
          /** of the package; null: it lies in a store */
          sha256: z.string().nullable(),
          bytes: z.int().nullable(),
        })
        .nullable(),
    }),
  }),
};
