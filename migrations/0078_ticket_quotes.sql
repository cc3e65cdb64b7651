ALTER TABLE "tickets" ADD COLUMN "quote_accepted" boolean;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "quote_answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_quote_answer" CHECK ((quote_accepted is null) = (quote_answered_at is null) and (quote_accepted is null or quote_cents is not null));