ALTER TABLE "payment_batch_lines" DROP CONSTRAINT "payment_batch_lines_values";--> statement-breakpoint
ALTER TABLE "back_charges" ADD COLUMN "collected_into_id" bigint;--> statement-breakpoint
ALTER TABLE "invoice_series" ADD COLUMN "corregimiento" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_series" ADD COLUMN "district" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_series" ADD COLUMN "province" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_series" ADD COLUMN "coordinates" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_batch_lines" ADD COLUMN "interim_payment_id" bigint;--> statement-breakpoint
ALTER TABLE "petty_funds" ADD COLUMN "paid_from_id" bigint;--> statement-breakpoint
ALTER TABLE "commission_lines" ADD COLUMN "paid_from_id" bigint;--> statement-breakpoint
ALTER TABLE "permits" ADD COLUMN "paid_from_id" bigint;--> statement-breakpoint
ALTER TABLE "back_charges" ADD CONSTRAINT "back_charges_collected_into_id_bank_accounts_id_fk" FOREIGN KEY ("collected_into_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_batch_lines" ADD CONSTRAINT "payment_batch_lines_interim_payment_id_interim_payments_id_fk" FOREIGN KEY ("interim_payment_id") REFERENCES "public"."interim_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "petty_funds" ADD CONSTRAINT "petty_funds_paid_from_id_bank_accounts_id_fk" FOREIGN KEY ("paid_from_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_lines" ADD CONSTRAINT "commission_lines_paid_from_id_bank_accounts_id_fk" FOREIGN KEY ("paid_from_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "permits" ADD CONSTRAINT "permits_paid_from_id_bank_accounts_id_fk" FOREIGN KEY ("paid_from_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_batch_lines_interim_payment" ON "payment_batch_lines" USING btree ("interim_payment_id") WHERE active;--> statement-breakpoint
ALTER TABLE "payment_batch_lines" ADD CONSTRAINT "payment_batch_lines_values" CHECK (cents > 0 and num_nonnulls(invoice_id, progress_account_id, advance_id, replenishment_id, interim_payment_id) = 1
        and state in ('pendiente', 'pagado', 'devuelto', 'retirado')
        and active = (state in ('pendiente', 'pagado'))
        and (state <> 'pagado' or paid_on is not null)
        and (state = 'devuelto') = (returned_on is not null) and (returned_on is null) = (returned_by is null)
        and (returned_on is null or paid_on is null or returned_on >= paid_on));--> statement-breakpoint
-- A loan is paid by its number: 07 beside 03 and 04 at the ACH of Panama [L].
UPDATE file_formats SET columns = (
  SELECT jsonb_agg(CASE WHEN c -> 'codes' ->> 'corriente' = '03' THEN jsonb_set(c, '{codes,prestamo}', '"07"') ELSE c END ORDER BY n)
  FROM jsonb_array_elements(columns) WITH ORDINALITY e (c, n))
WHERE purpose = 'ach' AND columns @> '[{"codes": {"corriente": "03"}}]';
