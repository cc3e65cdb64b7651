-- A confirmed payment can be neither changed nor deleted, and a receipt keeps its number and code in every state of the
-- payment.

CREATE OR REPLACE FUNCTION refuse_confirmed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state_id IN (4, 6) AND (
    (NEW.sale_id, NEW.type_id, NEW.due_cents, NEW.reported_cents, NEW.bank_id, NEW.bank_reference, NEW.bank_date, NEW.bank_cents,
      NEW.bank_payment_type_id, NEW.receipt_number, NEW.confirmed_by, NEW.confirmed_at, NEW.proof_file_id)
    IS DISTINCT FROM (OLD.sale_id, OLD.type_id, OLD.due_cents, OLD.reported_cents, OLD.bank_id, OLD.bank_reference, OLD.bank_date,
      OLD.bank_cents, OLD.bank_payment_type_id, OLD.receipt_number, OLD.confirmed_by, OLD.confirmed_at, OLD.proof_file_id)
    OR NEW.state_id NOT IN (OLD.state_id, 8)
    OR (OLD.reversed_at IS NOT NULL AND NEW.reversed_at IS DISTINCT FROM OLD.reversed_at)
    OR (OLD.passed_at IS NOT NULL AND NEW.passed_at IS DISTINCT FROM OLD.passed_at)
    OR NEW.passed_from_id IS DISTINCT FROM OLD.passed_from_id
  ) THEN
    RAISE EXCEPTION 'a confirmed payment is not edited' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.receipt_number IS NOT NULL AND (NEW.receipt_number, NEW.receipt_prefix, NEW.receipt_digits, NEW.receipt_code)
    IS DISTINCT FROM (OLD.receipt_number, OLD.receipt_prefix, OLD.receipt_digits, OLD.receipt_code) THEN
    RAISE EXCEPTION 'a receipt keeps its number' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER payments_frozen BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_confirmed_change();

CREATE OR REPLACE FUNCTION refuse_settled_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state_id IN (4, 6) THEN
    RAISE EXCEPTION 'a confirmed payment is not deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER payments_kept BEFORE DELETE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_settled_delete();
