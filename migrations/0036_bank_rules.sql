ALTER TABLE bank_applications ADD CONSTRAINT bank_applications_state_known CHECK (state_id BETWEEN 1 AND 12);
--> statement-breakpoint
-- What ended pays no house.
ALTER TABLE bank_applications ADD CONSTRAINT bank_applications_chosen_lives CHECK (NOT chosen OR state_id NOT IN (1, 9, 10));
--> statement-breakpoint
ALTER TABLE bank_applications ADD CONSTRAINT bank_applications_amounts CHECK (requested_cents > 0 AND coalesce(approved_cents, 1) > 0);
--> statement-breakpoint
ALTER TABLE promise_letters ADD CONSTRAINT promise_letters_terms CHECK (
  amount_cents > 0 AND rate_percent BETWEEN 0 AND 40 AND term_months BETWEEN 1 AND 480 AND expires_on > issued_on
);
--> statement-breakpoint
ALTER TABLE letter_extensions ADD CONSTRAINT letter_extensions_later CHECK (to_expires_on IS NULL OR (answered_at IS NOT NULL AND to_expires_on > from_expires_on));
--> statement-breakpoint
ALTER TABLE disbursements ADD CONSTRAINT disbursements_confirmed CHECK (
  confirmed_at IS NULL OR (received_on IS NOT NULL AND amount_cents > 0 AND transfer_number IS NOT NULL AND confirmed_by IS NOT NULL)
);
--> statement-breakpoint
ALTER TABLE bank_requirements ADD CONSTRAINT bank_requirements_time CHECK (valid_to IS NULL OR valid_to >= valid_from);
--> statement-breakpoint
CREATE TRIGGER bank_transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
