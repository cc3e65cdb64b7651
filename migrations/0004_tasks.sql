DROP INDEX "sales_processor_turn";--> statement-breakpoint
DROP INDEX "sales_board_turn";--> statement-breakpoint
CREATE INDEX "sales_turn_due" ON "sales" USING btree ("turn","board_due","id");--> statement-breakpoint
CREATE INDEX "sales_processor_turn_due" ON "sales" USING btree ("processor_id","turn","board_due","id");--> statement-breakpoint
CREATE INDEX "sales_adviser_turn_due" ON "sales" USING btree ("adviser_id","turn","board_due","id");