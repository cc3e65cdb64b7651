export type PostgresSettings = Readonly<Record<string, string>>;

/** Settings for a small server: two cores, 1 to 4 GB of memory shared with the application. */
const smallServer: PostgresSettings = {
  // Local connections only, and no socket files outside the data folder.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  // The cache takes memory only as it fills. work_mem is per sort, so it stays far below memory / connections.
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '12MB',
  maintenance_work_mem: '128MB',
  // Committed data is on disk. Never changed outside tests.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Fewer, smoother checkpoints, and a bounded WAL so that crash recovery takes seconds.
  wal_compression: 'pglz',
  checkpoint_timeout: '10min',
  min_wal_size: '128MB',
  max_wal_size: '1GB',
  // Short statements on SSDs: on two cores, JIT and parallel plans cost more than they save
  // (and parallel workers need more /dev/shm than a container has).
  jit: 'off',
  random_page_cost: '1.1',
  effective_io_concurrency: '64',
  max_parallel_workers_per_gather: '0',
  // Vacuum tables with many dead rows early.
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  // Ends a query whose client is gone: after kill -9 of the application no locks remain.
  client_connection_check_interval: '5s',
  timezone: 'America/Panama',
  log_timezone: 'America/Panama',
  lc_messages: 'C',
  password_encryption: 'scram-sha-256',
  // The application logs statement errors. Here they would copy personal data ("Key (cedula)=(…)").
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/** The text of llave.conf, which postgresql.conf includes. `overrides` win over the defaults. */
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
