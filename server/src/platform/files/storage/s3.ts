import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { checked, OWNER, placeOf, type Storage } from './storage.ts';

export interface S3Place {
  /** `https://storage.example:9000` */
  endpoint: string;
  bucket: string;
  /** '' or `plomb/` */
  prefix: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** What is larger goes in parts; one part of a content is in memory at a time. */
export const PART_BYTES = 8 * 1024 * 1024;
const CONNECTIONS = 32;

const missing = (error: unknown): null => {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
  throw error;
};

/** Contents as objects of a bucket. Any storage that speaks S3 will do, so nothing newer than its core is asked for. */
export const openS3 = ({ endpoint, bucket, prefix, region, accessKey, secretKey }: S3Place): Storage => {
  const agent = { keepAlive: true, maxSockets: CONNECTIONS };
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // the bucket as a folder: a storage of one's own has no name for each bucket
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 5000,
      socketTimeout: 30_000,
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
    },
  });
  const named = (sha256: string) => ({ Bucket: bucket, Key: prefix + placeOf(sha256) });

  const owned = { Bucket: bucket, Key: prefix + OWNER };

  return {
    name: `${endpoint}/${bucket}/${prefix}`,

    async put(sha256, source) {
      const params = {
        ...named(sha256),
        Body: pipeline(source, checked(sha256), () => undefined),
        ContentType: 'application/octet-stream',
      };
      // one that fails takes back the parts it has sent
      await new Upload({ client, params, queueSize: 1, partSize: PART_BYTES, leavePartsOnError: false }).done();
    },

    async get(sha256, range) {
      const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      const found = await client.send(new GetObjectCommand({ ...named(sha256), ...part })).catch(missing);
      return (found?.Body as Readable | undefined) ?? null;
    },

    async stat(sha256) {
      const found = await client.send(new HeadObjectCommand(named(sha256))).catch(missing);
      return found?.ContentLength ?? null;
    },

    async delete(sha256) {
      await client.send(new DeleteObjectCommand(named(sha256))).catch(missing);
    },

    // a content is there whole or not at all; parts of one that never came end by the rule of the bucket
    tidy: async () => {},

    async owner() {
      const found = await client.send(new GetObjectCommand(owned)).catch(missing);
      return (await found?.Body?.transformToString())?.trim() ?? null;
    },

    async own(owner) {
      await client.send(new PutObjectCommand({ ...owned, Body: `${owner}\n`, ContentType: 'text/plain' }));
    },

    close: () => client.destroy(),
  };
};
