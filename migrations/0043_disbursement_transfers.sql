DROP INDEX "bank_profiles_sent";--> statement-breakpoint
CREATE UNIQUE INDEX "disbursements_transfer" ON "disbursements" USING btree ("transfer_number","amount_cents") WHERE confirmed_at is not null;--> statement-breakpoint
CREATE INDEX "bank_profiles_sent" ON "bank_profiles" USING btree ("sent_at" DESC NULLS LAST,"sale_id" DESC NULLS LAST);