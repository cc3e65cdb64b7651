ALTER TABLE "payments" ADD COLUMN "account_id" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account_id_bank_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "payments" p SET "account_id" = m.account_id FROM (
  SELECT DISTINCT ON (m.payment_id) m.payment_id, m.released_at, l.account_id FROM statement_matches m
  JOIN bank_statement_lines l ON l.id = m.line_id ORDER BY m.payment_id, m.released_at DESC NULLS FIRST) m
WHERE m.payment_id = p.id AND (m.released_at IS NULL OR p.reversed_at IS NOT NULL);--> statement-breakpoint
CREATE INDEX "payments_received_account" ON "payments" USING btree ("account_id","bank_date","id") WHERE account_id is not null;
