ALTER TABLE "refunds" ADD COLUMN "paid_from_id" bigint;--> statement-breakpoint
ALTER TABLE "progress_accounts" ADD COLUMN "paid_from_id" bigint;--> statement-breakpoint
ALTER TABLE "retention_moves" ADD COLUMN "paid_from_id" bigint;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "advance_from_id" bigint;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_paid_from_id_bank_accounts_id_fk" FOREIGN KEY ("paid_from_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progress_accounts" ADD CONSTRAINT "progress_accounts_paid_from_id_bank_accounts_id_fk" FOREIGN KEY ("paid_from_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_moves" ADD CONSTRAINT "retention_moves_paid_from_id_bank_accounts_id_fk" FOREIGN KEY ("paid_from_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_advance_from_id_bank_accounts_id_fk" FOREIGN KEY ("advance_from_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;