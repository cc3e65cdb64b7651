CREATE INDEX "bank_statement_lines_of_statement" ON "bank_statement_lines" USING btree ("statement_id","posted_on","id");--> statement-breakpoint
CREATE INDEX "bank_statement_lines_unmatched" ON "bank_statement_lines" USING btree ("state","posted_on","id") WHERE state <> 'matched';--> statement-breakpoint
CREATE INDEX "prospects_adviser_last" ON "prospects" USING btree ("adviser_id","id");--> statement-breakpoint
CREATE INDEX "prospects_of_sales" ON "prospects" USING btree ("stage_id","id") WHERE sale_id is not null;--> statement-breakpoint
CREATE INDEX "sales_board_due_last" ON "sales" USING btree ("board_due" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE state_id between 2 and 14;--> statement-breakpoint
CREATE INDEX "sales_board_since_last" ON "sales" USING btree ("board_since" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE state_id between 2 and 14;--> statement-breakpoint
CREATE INDEX "sales_board_processor" ON "sales" USING btree ("processor_id","board_due","id") WHERE state_id between 2 and 14;--> statement-breakpoint
CREATE INDEX "sales_board_adviser" ON "sales" USING btree ("adviser_id","board_due","id") WHERE state_id between 2 and 14;--> statement-breakpoint
-- What is known of the words of a line is learned from its index alone.
ANALYZE "bank_statement_lines";
