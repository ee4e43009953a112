import { Counter, Gauge, Histogram } from 'prom-client';
import { registry } from '../metrics.ts';
import type { Storage } from './storage/storage.ts';

const registers = [registry];
export const fileBytes = new Histogram({
  name: 'plomb_file_bytes',
  help: 'Sizes of the files that people upload, as they are kept',
  labelNames: ['purpose'],
  buckets: [1e4, 1e5, 1e6, 1e7, 1e8, 1e9],
  registers,
});
export const sentBytes = new Counter({
  name: 'plomb_files_sent_bytes_total',
  help: 'Bytes of files handed on to their readers',
  registers,
});
export const keptBytes = new Gauge({
  name: 'plomb_files_kept_bytes',
  help: 'Bytes of all contents in the storage, each counted once',
  registers,
});
export const keptFiles = new Gauge({ name: 'plomb_files_kept', help: 'Contents in the storage', registers });
const seconds = new Histogram({
  name: 'plomb_storage_seconds',
  help: 'Time the storage of files takes for what it is asked; a reading until its first byte may come',
  labelNames: ['operation', 'outcome'],
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
  registers,
});

const timed = async <T>(operation: string, work: Promise<T>): Promise<T> => {
  const stop = seconds.startTimer({ operation });
  try {
    const done = await work;
    stop({ outcome: 'done' });
    return done;
  } catch (error) {
    stop({ outcome: 'failed' });
    throw error;
  }
};

/** The same storage, its times counted. */
export const measured = (storage: Storage): Storage => ({
  name: storage.name,
  put: (sha256, source) => timed('put', storage.put(sha256, source)),
  get: (sha256, range) => timed('get', storage.get(sha256, range)),
  stat: (sha256) => timed('stat', storage.stat(sha256)),
  delete: (sha256) => timed('delete', storage.delete(sha256)),
  tidy: () => storage.tidy(),
  owner: storage.owner,
  own: storage.own,
  close: () => storage.close(),
});
