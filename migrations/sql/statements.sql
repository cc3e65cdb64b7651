-- The data of a bank line never changes.
CREATE OR REPLACE FUNCTION refuse_line_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.statement_id, NEW.account_id, NEW.row, NEW.posted_on, NEW.cents, NEW.reference, NEW.description, NEW.balance_cents, NEW.key)
     IS DISTINCT FROM (OLD.statement_id, OLD.account_id, OLD.row, OLD.posted_on, OLD.cents, OLD.reference, OLD.description, OLD.balance_cents, OLD.key)
     OR NEW.part_of IS DISTINCT FROM OLD.part_of THEN
    RAISE EXCEPTION 'a line of a statement is not edited' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER bank_statement_lines_frozen BEFORE UPDATE ON bank_statement_lines FOR EACH ROW EXECUTE FUNCTION refuse_line_change();

-- The parts of a deposit add up to it, to the centavo, when the transaction ends.
CREATE OR REPLACE FUNCTION check_line_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM bank_statement_lines l WHERE l.id = coalesce(NEW.part_of, NEW.id) AND l.state = 'split'
      AND l.cents <> (SELECT coalesce(sum(p.cents), 0) FROM bank_statement_lines p WHERE p.part_of = l.id AND p.state <> 'undone')) THEN
    RAISE EXCEPTION 'the parts of a line add up to it' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS bank_statement_lines_parts ON bank_statement_lines;
CREATE CONSTRAINT TRIGGER bank_statement_lines_parts AFTER INSERT OR UPDATE ON bank_statement_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.part_of IS NOT NULL OR NEW.state = 'split') EXECUTE FUNCTION check_line_parts();

-- A payment has the account of its line as long as it has the line. A reversed one keeps it: the money leaves the account
-- that it came into.
CREATE OR REPLACE FUNCTION keep_payment_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.released_at IS NULL THEN
    UPDATE payments p SET account_id = l.account_id FROM bank_statement_lines l
      WHERE l.id = NEW.line_id AND p.id = NEW.payment_id AND p.account_id IS DISTINCT FROM l.account_id;
  ELSE
    UPDATE payments SET account_id = NULL WHERE id = NEW.payment_id AND reversed_at IS NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER statement_matches_account AFTER INSERT OR UPDATE OF released_at ON statement_matches
  FOR EACH ROW EXECUTE FUNCTION keep_payment_account();
