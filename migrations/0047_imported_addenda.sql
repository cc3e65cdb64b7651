ALTER TABLE "addenda" ALTER COLUMN "change" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "addenda" ALTER COLUMN "sign_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "addenda" ADD COLUMN "origin" text DEFAULT 'generada' NOT NULL;--> statement-breakpoint
ALTER TABLE "addenda" ADD COLUMN "delivery_before" date;--> statement-breakpoint
ALTER TABLE "addenda" ADD CONSTRAINT "addenda_written" CHECK (origin = 'importada' or (change is not null and sign_by is not null));--> statement-breakpoint
ALTER TABLE "addenda" ADD CONSTRAINT "addenda_imported" CHECK (origin = 'generada' or state_id = 4);