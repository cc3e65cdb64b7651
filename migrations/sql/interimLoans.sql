-- Interim loans: what was received or paid is a fact, and the loan's sums are written by its parts alone.

CREATE OR REPLACE FUNCTION apply_interim_drawdown() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  held bigint := 0;
  drawn bigint := 0;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    IF OLD.state_id IN (3, 4) AND (TG_OP = 'DELETE' OR (NEW.loan_id, NEW.state_id, NEW.cents, NEW.received_on)
        IS DISTINCT FROM (OLD.loan_id, OLD.state_id, OLD.cents, OLD.received_on)) THEN
      RAISE EXCEPTION 'a drawdown that ended is not edited' USING ERRCODE = 'check_violation', CONSTRAINT = 'interim_drawdowns_frozen';
    END IF;
    held := held - CASE WHEN OLD.state_id <> 4 THEN OLD.cents ELSE 0 END;
    drawn := drawn - CASE WHEN OLD.state_id = 3 THEN OLD.cents ELSE 0 END;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    held := held + CASE WHEN NEW.state_id <> 4 THEN NEW.cents ELSE 0 END;
    drawn := drawn + CASE WHEN NEW.state_id = 3 THEN NEW.cents ELSE 0 END;
  END IF;
  UPDATE interim_loans SET held_cents = held_cents + held, drawn_cents = drawn_cents + drawn
    WHERE id = coalesce(NEW.loan_id, OLD.loan_id) AND (held <> 0 OR drawn <> 0);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION apply_interim_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  leaving bigint := 0;
  repaid bigint := 0;
  interest bigint := 0;
  fee bigint := 0;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    IF OLD.state_id IN (3, 4, 5) AND (TG_OP = 'DELETE' OR (NEW.loan_id, NEW.interest_cents, NEW.capital_cents, NEW.fee_cents, NEW.paid_on)
        IS DISTINCT FROM (OLD.loan_id, OLD.interest_cents, OLD.capital_cents, OLD.fee_cents, OLD.paid_on)
        OR (NEW.state_id <> OLD.state_id AND (OLD.state_id, NEW.state_id) <> (3, 5))) THEN
      RAISE EXCEPTION 'a payment that ended is not edited' USING ERRCODE = 'check_violation', CONSTRAINT = 'interim_payments_frozen';
    END IF;
    IF OLD.state_id IN (1, 2) THEN leaving := leaving - OLD.capital_cents; END IF;
    IF OLD.state_id = 3 THEN
      repaid := repaid - OLD.capital_cents; interest := interest - OLD.interest_cents; fee := fee - OLD.fee_cents;
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF NEW.state_id IN (1, 2) THEN leaving := leaving + NEW.capital_cents; END IF;
    IF NEW.state_id = 3 THEN
      repaid := repaid + NEW.capital_cents; interest := interest + NEW.interest_cents; fee := fee + NEW.fee_cents;
    END IF;
  END IF;
  UPDATE interim_loans SET leaving_cents = leaving_cents + leaving, repaid_cents = repaid_cents + repaid,
      interest_paid_cents = interest_paid_cents + interest, fee_paid_cents = fee_paid_cents + fee
    WHERE id = coalesce(NEW.loan_id, OLD.loan_id) AND (leaving <> 0 OR repaid <> 0 OR interest <> 0 OR fee <> 0);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION apply_interim_interest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE interim_loans SET interest_cents = interest_cents
      + CASE WHEN TG_OP = 'DELETE' THEN 0 ELSE NEW.cents END - CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE OLD.cents END
    WHERE id = coalesce(NEW.loan_id, OLD.loan_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_interim_loan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state_id <> 1 AND (NEW.company_id, NEW.project_id, NEW.bank_id, NEW.number, NEW.limit_cents, NEW.revolving, NEW.starts_on,
      NEW.day_count, NEW.opening_on, NEW.opening_drawn_cents, NEW.opening_repaid_cents, NEW.opening_interest_cents)
    IS DISTINCT FROM (OLD.company_id, OLD.project_id, OLD.bank_id, OLD.number, OLD.limit_cents, OLD.revolving, OLD.starts_on,
      OLD.day_count, OLD.opening_on, OLD.opening_drawn_cents, OLD.opening_repaid_cents, OLD.opening_interest_cents) THEN
    RAISE EXCEPTION 'an approved loan is not edited' USING ERRCODE = 'check_violation', CONSTRAINT = 'interim_loans_frozen';
  END IF;
  RETURN NEW;
END $$;

DROP TRIGGER IF EXISTS interim_drawdowns_apply ON interim_drawdowns;
CREATE TRIGGER interim_drawdowns_apply AFTER INSERT OR UPDATE OR DELETE ON interim_drawdowns
  FOR EACH ROW EXECUTE FUNCTION apply_interim_drawdown();
DROP TRIGGER IF EXISTS interim_payments_apply ON interim_payments;
CREATE TRIGGER interim_payments_apply AFTER INSERT OR UPDATE OR DELETE ON interim_payments
  FOR EACH ROW EXECUTE FUNCTION apply_interim_payment();
DROP TRIGGER IF EXISTS interim_interest_apply ON interim_interest;
CREATE TRIGGER interim_interest_apply AFTER INSERT OR UPDATE OR DELETE ON interim_interest
  FOR EACH ROW EXECUTE FUNCTION apply_interim_interest();
DROP TRIGGER IF EXISTS interim_loans_keep ON interim_loans;
CREATE TRIGGER interim_loans_keep BEFORE UPDATE ON interim_loans
  FOR EACH ROW EXECUTE FUNCTION keep_interim_loan();
