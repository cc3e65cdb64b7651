ALTER TABLE "progress_accounts" DROP CONSTRAINT "progress_accounts_steps";--> statement-breakpoint
ALTER TABLE "contracts" DROP CONSTRAINT "contracts_percents";--> statement-breakpoint
ALTER TABLE "job_reports" DROP CONSTRAINT "job_reports_outcome";--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "itbms_withholding" text;--> statement-breakpoint
ALTER TABLE "progress_accounts" ADD COLUMN "imported" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "retention_months" smallint DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_itbms" CHECK (itbms_withholding in ('retiene', 'no_retiene'));--> statement-breakpoint
ALTER TABLE "progress_accounts" ADD CONSTRAINT "progress_accounts_steps" CHECK ((imported or state_id not in (4, 5) or approved_by is not null)
        and (state_id <> 5 or paid_on is not null) and num_nulls(paid_on, paid_bank, paid_reference) in (0, 3)
        and (imported or (paid_on is null) = (paid_by is null))
        and num_nulls(countersigned_by, countersigned_at, countersigned_hash) in (0, 3));--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_percents" CHECK (advance_bp between 0 and 5000 and retention_bp between 0 and 5000 and itbms_bp between 0 and 10000
        and performance_bp between 0 and 10000 and advance_bp + retention_bp <= 10000 and retention_months between 0 and 60);--> statement-breakpoint
ALTER TABLE "job_reports" ADD CONSTRAINT "job_reports_outcome" CHECK (outcome in ('aprobado', 'rechazado', 'anulado'));--> statement-breakpoint
-- A report of a voided job waits for nobody.
UPDATE "job_reports" SET "outcome" = 'anulado' WHERE "outcome" IS NULL AND "job_id" IN (SELECT "id" FROM "jobs" WHERE "state_id" = 11);
