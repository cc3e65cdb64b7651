DROP INDEX "payments_in_arrears";--> statement-breakpoint
CREATE INDEX "payments_to_collect" ON "payments" USING btree ("due_at","id") WHERE state_id in (1, 7);--> statement-breakpoint
CREATE INDEX "payments_received_cents" ON "payments" USING btree ("bank_cents","bank_date") WHERE receipt_number is not null;