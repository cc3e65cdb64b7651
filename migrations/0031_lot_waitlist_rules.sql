ALTER TABLE lot_claims DROP CONSTRAINT lot_claims_kind;--> statement-breakpoint
ALTER TABLE lot_claims ADD CONSTRAINT lot_claims_kind CHECK (kind IN ('hold', 'offer', 'reservation', 'separation', 'sale')) NOT VALID;--> statement-breakpoint
ALTER TABLE lot_claims VALIDATE CONSTRAINT lot_claims_kind;--> statement-breakpoint
-- An offer has its claim, and only an offer has one.
ALTER TABLE lot_waitlist ADD CONSTRAINT lot_waitlist_offered CHECK ((offered_at IS NULL) = (claim_id IS NULL));--> statement-breakpoint
ALTER TABLE lot_waitlist ADD CONSTRAINT lot_waitlist_place_from_one CHECK (place >= 1);
