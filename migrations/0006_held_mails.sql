ALTER TABLE "outbox_mails" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "known_before" text;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "held_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_mails_held" ON "outbox_mails" USING btree ("about") WHERE state = 'held';