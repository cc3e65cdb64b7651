-- Kept reconciliations: months of an account stand on one another, a frozen copy is written once, and what is finished
-- stands as it is. See decision 0064.

-- No month is skipped, and none is written twice.
CREATE OR REPLACE FUNCTION follow_bank_reconciliation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last integer := (SELECT max(period) FROM bank_reconciliations WHERE account_id = NEW.account_id AND state_id <> 6);
BEGIN
  IF last IS NOT NULL AND NEW.period > last AND NEW.period <> (CASE WHEN last % 100 = 12 THEN last + 89 ELSE last + 1 END)
      OR last IS NOT NULL AND NEW.period < last THEN
    RAISE EXCEPTION 'a month of account % is skipped', NEW.account_id USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_reconciliations_follow';
  END IF;
  RETURN NEW;
END $$;

-- What is finished keeps its balances; account and month never change.
CREATE OR REPLACE FUNCTION keep_bank_reconciliation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.account_id, NEW.period, NEW.imported, NEW.opening_cents, NEW.opening_book_cents, NEW.made_by, NEW.created_at)
      IS DISTINCT FROM (OLD.account_id, OLD.period, OLD.imported, OLD.opening_cents, OLD.opening_book_cents, OLD.made_by, OLD.created_at)
    OR OLD.state_id IN (2, 3, 4, 6) AND NEW.closing_cents IS DISTINCT FROM OLD.closing_cents
    OR OLD.state_id = 6 THEN
    RAISE EXCEPTION 'reconciliation % stands as it is', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_reconciliation_kept';
  END IF;
  IF NEW.state_id = 2 AND OLD.state_id IN (1, 5)
      AND NOT EXISTS (SELECT FROM bank_reconciliation_closings WHERE reconciliation_id = NEW.id AND made_at = NEW.finished_at) THEN
    RAISE EXCEPTION 'reconciliation % has no copy', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_reconciliation_copied';
  END IF;
  RETURN NEW;
END $$;

-- Lines are matched, explained, adjusted and copied while the month is worked on.
CREATE OR REPLACE FUNCTION work_bank_reconciliation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one jsonb := to_jsonb(coalesce(NEW, OLD));
  of_id bigint := CASE TG_TABLE_NAME
    WHEN 'bank_reconciliation_members' THEN (SELECT reconciliation_id FROM bank_reconciliation_matches WHERE id = (one ->> 'match_id')::bigint)
    WHEN 'bank_reconciliation_items' THEN (SELECT reconciliation_id FROM bank_reconciliation_closings WHERE id = (one ->> 'closing_id')::bigint)
    ELSE (one ->> 'reconciliation_id')::bigint END;
BEGIN
  IF NOT EXISTS (SELECT FROM bank_reconciliations WHERE id = of_id AND (state_id IN (1, 5) OR imported AND state_id = 2)) THEN
    RAISE EXCEPTION 'reconciliation % stands as it is', of_id USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_reconciliation_kept';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

-- Both sides of a match are the same money.
CREATE OR REPLACE FUNCTION check_bank_match() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  off bigint;
BEGIN
  SELECT sum(coalesce(l.cents, CASE a.side WHEN 'banco' THEN a.cents ELSE -a.cents END, j.credit_cents - j.debit_cents)) INTO off
    FROM bank_reconciliation_members m LEFT JOIN bank_statement_lines l ON l.id = m.statement_line_id
      LEFT JOIN bank_reconciliation_openings a ON a.id = m.opening_id LEFT JOIN journal_lines j ON j.id = m.journal_line_id
    WHERE m.match_id = NEW.match_id AND NOT m.released;
  IF off <> 0 THEN
    RAISE EXCEPTION 'match % differs by %', NEW.match_id, off USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_match_balance';
  END IF;
  RETURN NULL;
END $$;

-- A copy is its lines: what stands open adds up to its sums.
CREATE OR REPLACE FUNCTION check_bank_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.bank_open_cents, NEW.book_open_cents) IS DISTINCT FROM (
      SELECT (coalesce(sum(cents) FILTER (WHERE side = 'banco'), 0)::bigint, coalesce(sum(cents) FILTER (WHERE side = 'libros'), 0)::bigint)
      FROM bank_reconciliation_items WHERE closing_id = NEW.id AND status = 'open') THEN
    RAISE EXCEPTION 'copy % differs from its lines', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_copy_sums';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER bank_reconciliations_follow BEFORE INSERT ON bank_reconciliations
  FOR EACH ROW EXECUTE FUNCTION follow_bank_reconciliation();
CREATE OR REPLACE TRIGGER bank_reconciliations_keep BEFORE UPDATE ON bank_reconciliations
  FOR EACH ROW EXECUTE FUNCTION keep_bank_reconciliation();
CREATE OR REPLACE TRIGGER bank_reconciliations_stay BEFORE DELETE OR TRUNCATE ON bank_reconciliations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER bank_reconciliation_openings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_reconciliation_openings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER bank_reconciliation_closings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_reconciliation_closings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER bank_reconciliation_items_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_reconciliation_items
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER bank_reconciliation_openings_work BEFORE INSERT ON bank_reconciliation_openings
  FOR EACH ROW EXECUTE FUNCTION work_bank_reconciliation();
CREATE OR REPLACE TRIGGER bank_reconciliation_closings_work BEFORE INSERT ON bank_reconciliation_closings
  FOR EACH ROW EXECUTE FUNCTION work_bank_reconciliation();
CREATE OR REPLACE TRIGGER bank_reconciliation_items_work BEFORE INSERT ON bank_reconciliation_items
  FOR EACH ROW EXECUTE FUNCTION work_bank_reconciliation();
CREATE OR REPLACE TRIGGER bank_reconciliation_matches_work BEFORE INSERT OR UPDATE OR DELETE ON bank_reconciliation_matches
  FOR EACH ROW EXECUTE FUNCTION work_bank_reconciliation();
CREATE OR REPLACE TRIGGER bank_reconciliation_members_work BEFORE INSERT OR UPDATE OR DELETE ON bank_reconciliation_members
  FOR EACH ROW EXECUTE FUNCTION work_bank_reconciliation();
CREATE OR REPLACE TRIGGER bank_reconciliation_explanations_work BEFORE INSERT OR UPDATE OR DELETE ON bank_reconciliation_explanations
  FOR EACH ROW EXECUTE FUNCTION work_bank_reconciliation();
CREATE OR REPLACE TRIGGER bank_reconciliation_adjustments_work BEFORE INSERT ON bank_reconciliation_adjustments
  FOR EACH ROW EXECUTE FUNCTION work_bank_reconciliation();
DROP TRIGGER IF EXISTS bank_reconciliation_members_balance ON bank_reconciliation_members;
CREATE CONSTRAINT TRIGGER bank_reconciliation_members_balance AFTER INSERT OR UPDATE ON bank_reconciliation_members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_bank_match();
DROP TRIGGER IF EXISTS bank_reconciliation_closings_sums ON bank_reconciliation_closings;
CREATE CONSTRAINT TRIGGER bank_reconciliation_closings_sums AFTER INSERT ON bank_reconciliation_closings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_bank_copy();
