DROP INDEX "refunds_one_per_sale";--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_open_per_sale" ON "refunds" USING btree ("sale_id") WHERE state_id in (1, 2, 3);--> statement-breakpoint
CREATE INDEX "refunds_sale" ON "refunds" USING btree ("sale_id","id");