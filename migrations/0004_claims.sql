ALTER TABLE "lot_claims" ADD COLUMN "remaining_seconds" integer;--> statement-breakpoint
ALTER TABLE "lot_claims" ADD COLUMN "visitor" uuid;--> statement-breakpoint
ALTER TABLE "lot_claims" ADD COLUMN "address" text;--> statement-breakpoint
CREATE INDEX "lot_claims_visitor" ON "lot_claims" USING btree ("visitor") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "lot_claims_address" ON "lot_claims" USING btree ("address") WHERE released_at is null;