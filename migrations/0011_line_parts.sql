ALTER TABLE "bank_statement_lines" ADD COLUMN "part_of" bigint;--> statement-breakpoint
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_part_of_bank_statement_lines_id_fk" FOREIGN KEY ("part_of") REFERENCES "public"."bank_statement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_statement_lines_part" ON "bank_statement_lines" USING btree ("part_of") WHERE part_of is not null;--> statement-breakpoint
ALTER TABLE "bank_statement_lines" DROP CONSTRAINT "bank_statement_lines_state";--> statement-breakpoint
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_state" CHECK (state IN ('open', 'matched', 'returned', 'ignored', 'split', 'undone') AND cents <> 0);--> statement-breakpoint
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_shared" CHECK ((state <> 'split' OR (cents > 0 AND part_of IS NULL)) AND (part_of IS NULL OR (cents > 0 AND returns_id IS NULL)));
