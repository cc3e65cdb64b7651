-- Codes share most of their letters, which trigrams find slowly; they are typed from the beginning or by their number.
DROP INDEX sales_code_search;
--> statement-breakpoint
CREATE INDEX sales_code_prefix ON sales (code text_pattern_ops);
--> statement-breakpoint
CREATE INDEX sales_code_number ON sales (reverse(code) text_pattern_ops);
