-- When the personal data of somebody who never bought were taken out (domain.md 4.7); what is left names nobody.
ALTER TABLE "people" ADD COLUMN "purged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "purged_at" timestamp (3) with time zone;
