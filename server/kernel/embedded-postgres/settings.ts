export type PostgresSettings = Readonly<Record<string, string>>;

/** Settings for a small server: two cores, 1 to 4 GB of memory shared with the application. */
const smallServer: PostgresSettings = {
  // Nobody but this machine, and no socket files outside the data folder.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  // Memory: the cache is taken as it fills; work_mem is per sort, so it stays far from memory / connections.
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '12MB',
  maintenance_work_mem: '128MB',
  // What was answered is on disk. Never loosened outside tests.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Fewer, smoother checkpoints; a bounded log so that recovery after a crash takes seconds.
  wal_compression: 'pglz',
  checkpoint_timeout: '10min',
  min_wal_size: '128MB',
  max_wal_size: '1GB',
  // Short statements on solid disks: compiling plans and reading in parallel cost more than they give on two cores
  // (and parallel workers need more /dev/shm than a container has).
  jit: 'off',
  random_page_cost: '1.1',
  effective_io_concurrency: '64',
  max_parallel_workers_per_gather: '0',
  // Tables with a lot of history are cleaned before they swell.
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  // A query whose client is gone ends by itself: after kill -9 of the application nothing keeps its locks.
  client_connection_check_interval: '5s',
  timezone: 'America/Panama',
  log_timezone: 'America/Panama',
  lc_messages: 'C',
  password_encryption: 'scram-sha-256',
  // Errors of statements are the application's to log; here they would copy personal data ("Key (cedula)=(…)").
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/** The text of llave.conf, which postgresql.conf includes; `overrides` win over the small server's settings. */
export function renderSettings(overrides: PostgresSettings = {}): string {
  const lines = Object.entries({ ...smallServer, ...overrides }).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`,
  );
  return [
    '# Llave escribe este archivo en cada arranque; los cambios se hacen con ALTER SYSTEM.',
    ...lines,
    '',
  ].join('\n');
}
