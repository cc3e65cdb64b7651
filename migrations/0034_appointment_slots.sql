-- Nobody attends two appointments at once: those to come and those attended hold their time.
ALTER TABLE appointments ADD CONSTRAINT appointments_agent_time EXCLUDE USING gist (
  agent_id WITH =, tstzrange(starts_at, ends_at) WITH &&
) WHERE (state_id IN (1, 2, 3, 4));
--> statement-breakpoint
ALTER TABLE appointments ADD CONSTRAINT appointments_in_order CHECK (ends_at > starts_at);
--> statement-breakpoint
ALTER TABLE appointment_exceptions ADD CONSTRAINT appointment_exceptions_whole CHECK (
  (from_time IS NULL) = (to_time IS NULL) AND (from_time IS NULL OR from_time < to_time)
  AND (kind = 'libre' AND project_id IS NULL OR kind = 'extra' AND project_id IS NOT NULL AND from_time IS NOT NULL)
);
