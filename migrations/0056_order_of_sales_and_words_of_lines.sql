CREATE INDEX "bank_statement_lines_cents" ON "bank_statement_lines" USING btree ("cents");--> statement-breakpoint
CREATE INDEX "bank_statement_lines_words" ON "bank_statement_lines" USING gin (searchable(reference || ' ' || description) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sales_since" ON "sales" USING btree ("state_since","id");