import { z } from 'zod';

const Instant = z.string();
const Bytes = z.number().nonnegative();

/** What is known about the running system. Sizes in bytes. */
export const SystemFacts = z.object({
  version: z.string(),
  node: z.string(),
  postgres: z.string(),
  started_at: Instant,
  /** Of the disk with the data folder; null if the system does not say. */
  disk: z.object({ free: Bytes, total: Bytes }).nullable(),
  /** With less free space than this, uploads are refused. */
  least_free: Bytes,
  database_size: Bytes,
  /** The newest complete backup; `own_tools`: the database is outside, so its own tools make the backups. */
  backup: z.object({
    own_tools: z.boolean(),
    taken_at: Instant.nullable(),
    /** Stored files that were missing or altered. */
    damaged: z.number().int(),
  }),
  jobs: z.object({
    /** Waiting for over ten minutes after their time. */
    late: z.number().int(),
    /** Failed for good in the last seven days, by name. */
    failed: z.array(z.object({ name: z.string(), count: z.number().int(), last_at: Instant })),
  }),
  mail: z.object({
    configured: z.boolean(),
    queued: z.number().int(),
    oldest_queued_at: Instant.nullable(),
    failed: z.number().int(),
  }),
  /** The certificate that seals documents; null when none was needed so far. */
  certificate: z
    .object({
      own: z.boolean(),
      not_before: Instant.nullable(),
      not_after: Instant.nullable(),
      /** It cannot be read. */
      fault: z.string().nullable(),
    })
    .nullable(),
  safe_mode: z.boolean(),
  /** The demonstration needs no backup. */
  demo: z.boolean(),
  /** When the first user was made; null: nobody yet. */
  since: Instant.nullable(),
});
export type SystemFacts = z.infer<typeof SystemFacts>;

export const HealthCheck = z.object({
  key: z.enum(['disco', 'respaldo', 'tareas', 'correo', 'certificado', 'modo_seguro']),
  label: z.string(),
  tone: z.enum(['positive', 'attention', 'negative']),
  /** What is so, and what to do. */
  text: z.string(),
  /** Where to do it, or where it is explained. */
  leads_to: z.object({ label: z.string(), href: z.string() }).nullable(),
});
export type HealthCheck = z.infer<typeof HealthCheck>;

export const SystemHealth = z.object({ facts: SystemFacts, checks: z.array(HealthCheck) });
