-- The data of a bank line never changes.
CREATE OR REPLACE FUNCTION refuse_line_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.statement_id, NEW.account_id, NEW.row, NEW.posted_on, NEW.cents, NEW.reference, NEW.description, NEW.balance_cents, NEW.key)
     IS DISTINCT FROM (OLD.statement_id, OLD.account_id, OLD.row, OLD.posted_on, OLD.cents, OLD.reference, OLD.description, OLD.balance_cents, OLD.key) THEN
    RAISE EXCEPTION 'a line of a statement is not edited' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER bank_statement_lines_frozen BEFORE UPDATE ON bank_statement_lines FOR EACH ROW EXECUTE FUNCTION refuse_line_change();
