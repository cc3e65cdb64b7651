DROP INDEX "payments_arrears";--> statement-breakpoint
CREATE INDEX "payments_in_arrears" ON "payments" USING btree ("due_at","id") WHERE state_id in (1, 7) and type_id <> 1;