-- A confirmed or partial payment is frozen: only what tells of a later refund or reversal may change (decisions/0025).
CREATE OR REPLACE FUNCTION refuse_confirmed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state_id IN (4, 6) AND (
    (NEW.sale_id, NEW.type_id, NEW.due_cents, NEW.reported_cents, NEW.bank_id, NEW.bank_reference, NEW.bank_date, NEW.bank_cents,
      NEW.bank_payment_type_id, NEW.receipt_number, NEW.confirmed_by, NEW.confirmed_at, NEW.proof_file_id)
    IS DISTINCT FROM (OLD.sale_id, OLD.type_id, OLD.due_cents, OLD.reported_cents, OLD.bank_id, OLD.bank_reference, OLD.bank_date,
      OLD.bank_cents, OLD.bank_payment_type_id, OLD.receipt_number, OLD.confirmed_by, OLD.confirmed_at, OLD.proof_file_id)
    OR NEW.state_id NOT IN (OLD.state_id, 8)
    OR (OLD.reversed_at IS NOT NULL AND NEW.reversed_at IS DISTINCT FROM OLD.reversed_at)
  ) THEN
    RAISE EXCEPTION 'a confirmed payment is not edited' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_settled_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state_id IN (4, 6) THEN
    RAISE EXCEPTION 'a confirmed payment is not deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_kept BEFORE DELETE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_settled_delete();
--> statement-breakpoint
-- No row holds these yet; checked without holding up sales.
ALTER TABLE payments ADD CONSTRAINT payments_partial CHECK (
  state_id <> 6 OR (bank_id IS NOT NULL AND bank_reference IS NOT NULL AND bank_date IS NOT NULL AND bank_cents IS NOT NULL
    AND bank_cents < due_cents AND confirmed_at IS NOT NULL AND confirmed_by IS NOT NULL AND receipt_number IS NOT NULL)
) NOT VALID;
--> statement-breakpoint
ALTER TABLE payments VALIDATE CONSTRAINT payments_partial;
--> statement-breakpoint
ALTER TABLE payments ADD CONSTRAINT payments_whole CHECK (state_id <> 4 OR bank_cents >= due_cents) NOT VALID;
--> statement-breakpoint
ALTER TABLE payments VALIDATE CONSTRAINT payments_whole;
--> statement-breakpoint
ALTER TABLE payments ADD CONSTRAINT payments_reversed CHECK (reversed_at IS NULL OR state_id IN (4, 6)) NOT VALID;
--> statement-breakpoint
ALTER TABLE payments VALIDATE CONSTRAINT payments_reversed;
--> statement-breakpoint
ALTER TABLE payment_plans ADD CONSTRAINT payment_plans_amounts CHECK (total_cents > 0 AND separation_cents >= 0 AND months BETWEEN 0 AND 60);
--> statement-breakpoint
ALTER TABLE payment_credits ADD CONSTRAINT payment_credits_amount CHECK (cents > 0 AND from_id <> to_id);
--> statement-breakpoint
ALTER TABLE payment_reversals ADD CONSTRAINT payment_reversals_two_people CHECK (confirmed_by <> reversed_by AND cents > 0);
--> statement-breakpoint
CREATE TRIGGER payment_reversals_append_only BEFORE UPDATE OR DELETE ON payment_reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE bank_statement_lines ADD CONSTRAINT bank_statement_lines_state CHECK (state IN ('open', 'matched', 'returned', 'ignored') AND cents <> 0);
--> statement-breakpoint
ALTER TABLE bank_statement_lines ADD CONSTRAINT bank_statement_lines_money_in CHECK (state <> 'matched' OR cents > 0);
--> statement-breakpoint
-- What the bank said never changes.
CREATE FUNCTION refuse_line_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.statement_id, NEW.account_id, NEW.row, NEW.posted_on, NEW.cents, NEW.reference, NEW.description, NEW.balance_cents, NEW.key)
     IS DISTINCT FROM (OLD.statement_id, OLD.account_id, OLD.row, OLD.posted_on, OLD.cents, OLD.reference, OLD.description, OLD.balance_cents, OLD.key) THEN
    RAISE EXCEPTION 'a line of a statement is not edited' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER bank_statement_lines_frozen BEFORE UPDATE ON bank_statement_lines FOR EACH ROW EXECUTE FUNCTION refuse_line_change();
