-- Money that passed to another sale has its receipt and its bank line in the first one.
ALTER TABLE payments
  DROP CONSTRAINT payments_confirmed,
  DROP CONSTRAINT payments_partial,
  ADD CONSTRAINT payments_confirmed CHECK (
    state_id <> 4 OR (bank_date IS NOT NULL AND bank_cents IS NOT NULL AND confirmed_at IS NOT NULL AND confirmed_by IS NOT NULL
      AND (passed_from_id IS NOT NULL OR (bank_id IS NOT NULL AND bank_reference IS NOT NULL AND receipt_number IS NOT NULL)))
  ) NOT VALID,
  ADD CONSTRAINT payments_partial CHECK (
    state_id <> 6 OR (bank_date IS NOT NULL AND bank_cents IS NOT NULL AND bank_cents < due_cents
      AND confirmed_at IS NOT NULL AND confirmed_by IS NOT NULL
      AND (passed_from_id IS NOT NULL OR (bank_id IS NOT NULL AND bank_reference IS NOT NULL AND receipt_number IS NOT NULL)))
  ) NOT VALID,
  ADD CONSTRAINT payments_passed CHECK (
    (passed_from_id IS NULL OR (receipt_number IS NULL AND bank_id IS NULL AND bank_reference IS NULL))
    AND (passed_at IS NULL OR state_id IN (4, 6))
  );
--> statement-breakpoint
ALTER TABLE payments VALIDATE CONSTRAINT payments_confirmed;
--> statement-breakpoint
ALTER TABLE payments VALIDATE CONSTRAINT payments_partial;
