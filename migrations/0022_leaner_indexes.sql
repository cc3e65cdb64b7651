ALTER TABLE "change_details" DROP CONSTRAINT "change_details_tx_id_changes_tx_id_fk";
--> statement-breakpoint
DROP INDEX "sales_turn_due";--> statement-breakpoint
DROP INDEX "sales_board_due";--> statement-breakpoint
ALTER TABLE "changes" DROP CONSTRAINT "changes_tx_id_pk";--> statement-breakpoint
CREATE INDEX "changes_tx" ON "changes" USING btree ("tx");--> statement-breakpoint
CREATE INDEX "sales_turn_due" ON "sales" USING btree ("turn","board_due","id","state_id");--> statement-breakpoint
CREATE INDEX "sales_board_due" ON "sales" USING btree ("board_due","id","state_id") WHERE state_id between 2 and 14;