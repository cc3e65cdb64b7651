DROP INDEX "commission_lines_commission";--> statement-breakpoint
DROP INDEX "sales_adviser";--> statement-breakpoint
CREATE INDEX "consents_revoked" ON "consents" USING btree ("id") WHERE revoked_at is not null;--> statement-breakpoint
CREATE INDEX "sales_processor_last" ON "sales" USING btree ("processor_id","id");--> statement-breakpoint
CREATE INDEX "commission_lines_commission" ON "commission_lines" USING btree ("commission_id","state_id","cents");--> statement-breakpoint
CREATE INDEX "sales_adviser" ON "sales" USING btree ("adviser_id","id");