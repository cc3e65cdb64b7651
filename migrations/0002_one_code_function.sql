-- One function gives the codes of all series: next_code in sql/codes.sql.
DROP FUNCTION IF EXISTS next_sale_code(integer);--> statement-breakpoint
DROP FUNCTION IF EXISTS next_quote_code(integer);
