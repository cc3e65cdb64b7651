-- A mail may carry a file: the signed pre-contract goes to its buyer. Every row is empty there, so nothing old is checked.
ALTER TABLE "outbox_mails" ADD COLUMN "attachment_id" uuid;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD CONSTRAINT "outbox_mails_attachment_id_files_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action NOT VALID;
