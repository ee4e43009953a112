import { totalmem } from 'node:os';

const MiB = 1024 * 1024;

/**
 * How the embedded server runs; given on the command line at each start, so a newer Plomb brings its own values to old data.
 * For ingest on a small machine: durable commits, checkpoints far apart, no planning for parallel or compiled queries.
 */
export function serverSettings(memory = availableMemory()): Record<string, string> {
  const shared = Math.round(Math.min(Math.max(memory / 8, 128 * MiB), 1024 * MiB) / MiB);
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_min_messages: 'warning',
    log_line_prefix: '%m [%p] %a ',
    // Off lost 111 of 2,548 acknowledged batches when the machine was killed.
    synchronous_commit: 'on',
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${Math.max(Math.round(memory / 2 / MiB), 256)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: `${Math.min(shared, 256)}MB`,
    wal_compression: 'on',
    wal_buffers: '16MB',
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    max_wal_senders: '0',
    random_page_cost: '1.1',
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    // The latest-state table changes all the time: clean it often and in small steps.
    autovacuum_naptime: '20s',
    autovacuum_vacuum_cost_limit: '1000',
  };
}

/** Inside a container the group's limit counts, not the machine's memory. */
function availableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
