-- The books. An entry is written once, into an open period, with the next number of its book and year; its lines balance
-- when the transaction ends; the monthly totals are the sums of the lines. See decision 0053.

-- Gives the number, and refuses a closed period. The period's row is locked shared: a closing waits for this entry.
CREATE OR REPLACE FUNCTION enter_journal_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  month integer := (extract(year FROM NEW.day) * 100 + extract(month FROM NEW.day))::int;
  state smallint;
BEGIN
  INSERT INTO accounting_periods (book_id, period) VALUES (NEW.book_id, month) ON CONFLICT DO NOTHING;
  SELECT state_id INTO state FROM accounting_periods WHERE book_id = NEW.book_id AND period = month FOR SHARE;
  IF state IN (2, 3) THEN
    RAISE EXCEPTION 'period % of book % is closed', month, NEW.book_id USING ERRCODE = 'check_violation', CONSTRAINT = 'period_closed';
  END IF;
  INSERT INTO ledger_series AS s (book_id, year, last) VALUES (NEW.book_id, extract(year FROM NEW.day), 1)
    ON CONFLICT (book_id, year) DO UPDATE SET last = s.last + 1 RETURNING last INTO NEW.number;
  NEW.tx := pg_current_xact_id();
  RETURN NEW;
END $$;

-- A line belongs to an entry of this transaction, and takes its book and day. Its account is one of the chart.
CREATE OR REPLACE FUNCTION enter_journal_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry journal_entries%ROWTYPE;
BEGIN
  SELECT * INTO entry FROM journal_entries WHERE id = NEW.entry_id;
  IF entry.tx IS DISTINCT FROM pg_current_xact_id() THEN
    RAISE EXCEPTION 'entry % is closed', NEW.entry_id USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entry_closed';
  END IF;
  IF NOT EXISTS (SELECT FROM catalog_items WHERE catalog = 'accounting_accounts' AND id = NEW.account_id) THEN
    RAISE EXCEPTION 'no account %', NEW.account_id USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'journal_lines_account';
  END IF;
  NEW.book_id := entry.book_id;
  NEW.day := entry.day;
  RETURN NEW;
END $$;

-- Debits equal credits, and there are both.
CREATE OR REPLACE FUNCTION check_journal_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry bigint := CASE TG_TABLE_NAME WHEN 'journal_entries' THEN (to_jsonb(NEW) ->> 'id')::bigint ELSE (to_jsonb(NEW) ->> 'entry_id')::bigint END;
  debits bigint;
  credits bigint;
BEGIN
  SELECT coalesce(sum(debit_cents), 0), coalesce(sum(credit_cents), 0) INTO debits, credits FROM journal_lines WHERE entry_id = entry;
  IF debits <> credits OR debits = 0 THEN
    RAISE EXCEPTION 'entry % has debits % and credits %', entry, debits, credits USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_balance';
  END IF;
  RETURN NULL;
END $$;

-- A reversal is the same entry with the sides exchanged.
CREATE OR REPLACE FUNCTION check_journal_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  differs boolean;
BEGIN
  SELECT EXISTS (
    (SELECT account_id, debit_cents, credit_cents, project_id, lot_id, sale_id, partner_id, bank_account_id FROM journal_lines WHERE entry_id = NEW.id
      EXCEPT ALL SELECT account_id, credit_cents, debit_cents, project_id, lot_id, sale_id, partner_id, bank_account_id FROM journal_lines WHERE entry_id = NEW.reversal_of)
    UNION ALL
    (SELECT account_id, credit_cents, debit_cents, project_id, lot_id, sale_id, partner_id, bank_account_id FROM journal_lines WHERE entry_id = NEW.reversal_of
      EXCEPT ALL SELECT account_id, debit_cents, credit_cents, project_id, lot_id, sale_id, partner_id, bank_account_id FROM journal_lines WHERE entry_id = NEW.id)
  ) OR (SELECT reversal_of IS NOT NULL OR book_id <> NEW.book_id FROM journal_entries WHERE id = NEW.reversal_of) INTO differs;
  IF differs THEN
    RAISE EXCEPTION 'entry % does not reverse entry %', NEW.id, NEW.reversal_of USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_reversal';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_ledger_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_totals AS t (book_id, account_id, project_id, period, debit_cents, credit_cents)
  SELECT book_id, account_id, coalesce(project_id, 0), (extract(year FROM day) * 100 + extract(month FROM day))::int AS month,
      sum(debit_cents), sum(credit_cents)
    FROM added GROUP BY 1, 2, 3, 4 ORDER BY book_id, month, account_id, 3
  ON CONFLICT (book_id, period, account_id, project_id)
    DO UPDATE SET debit_cents = t.debit_cents + excluded.debit_cents, credit_cents = t.credit_cents + excluded.credit_cents;
  RETURN NULL;
END $$;

-- Totals and series are written by the triggers above alone.
CREATE OR REPLACE FUNCTION only_by_triggers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION '% is written by the journal alone', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

-- The totals again from the lines, and where they differ from the kept ones. Empty when they agree.
CREATE OR REPLACE FUNCTION ledger_differences() RETURNS TABLE (book_id bigint, account_id integer, project_id bigint, period integer,
    kept_debit bigint, kept_credit bigint, counted_debit bigint, counted_credit bigint) LANGUAGE sql STABLE AS $$
  SELECT coalesce(k.book_id, c.book_id), coalesce(k.account_id, c.account_id), coalesce(k.project_id, c.project_id), coalesce(k.period, c.period),
      coalesce(k.debit_cents, 0), coalesce(k.credit_cents, 0), coalesce(c.debit_cents, 0), coalesce(c.credit_cents, 0)
    FROM ledger_totals k FULL JOIN (
      SELECT l.book_id, l.account_id, coalesce(l.project_id, 0) AS project_id,
          (extract(year FROM l.day) * 100 + extract(month FROM l.day))::int AS period,
          sum(l.debit_cents)::bigint AS debit_cents, sum(l.credit_cents)::bigint AS credit_cents
        FROM journal_lines l GROUP BY 1, 2, 3, 4
    ) c ON (c.book_id, c.account_id, c.project_id, c.period) = (k.book_id, k.account_id, k.project_id, k.period)
    WHERE (k.debit_cents, k.credit_cents) IS DISTINCT FROM (c.debit_cents, c.credit_cents)
$$;

-- A project whose books have begun keeps its promotora.
CREATE OR REPLACE FUNCTION keep_promoter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.promoter_id IS NOT NULL AND NEW.promoter_id IS DISTINCT FROM OLD.promoter_id
    AND EXISTS (SELECT FROM ledger_totals WHERE book_id = OLD.promoter_id AND project_id = OLD.id) THEN
    RAISE EXCEPTION 'project % has entries', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'projects_promoter_kept';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER journal_entries_enter BEFORE INSERT ON journal_entries
  FOR EACH ROW EXECUTE FUNCTION enter_journal_entry();
CREATE OR REPLACE TRIGGER journal_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER journal_lines_enter BEFORE INSERT ON journal_lines
  FOR EACH ROW EXECUTE FUNCTION enter_journal_line();
CREATE OR REPLACE TRIGGER journal_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER journal_lines_totals AFTER INSERT ON journal_lines
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger_totals();
DROP TRIGGER IF EXISTS journal_entries_balance ON journal_entries;
CREATE CONSTRAINT TRIGGER journal_entries_balance AFTER INSERT ON journal_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_journal_entry();
DROP TRIGGER IF EXISTS journal_lines_balance ON journal_lines;
CREATE CONSTRAINT TRIGGER journal_lines_balance AFTER INSERT ON journal_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_journal_entry();
DROP TRIGGER IF EXISTS journal_entries_reversed ON journal_entries;
CREATE CONSTRAINT TRIGGER journal_entries_reversed AFTER INSERT ON journal_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.reversal_of IS NOT NULL) EXECUTE FUNCTION check_journal_reversal();
CREATE OR REPLACE TRIGGER ledger_totals_kept BEFORE INSERT OR UPDATE OR DELETE ON ledger_totals
  FOR EACH ROW EXECUTE FUNCTION only_by_triggers();
CREATE OR REPLACE TRIGGER ledger_series_kept BEFORE INSERT OR UPDATE OR DELETE ON ledger_series
  FOR EACH ROW EXECUTE FUNCTION only_by_triggers();
CREATE OR REPLACE TRIGGER posting_rules_once BEFORE UPDATE ON posting_rules FOR EACH ROW EXECUTE FUNCTION written_once();
CREATE OR REPLACE TRIGGER projects_keep_promoter BEFORE UPDATE OF promoter_id ON projects
  FOR EACH ROW EXECUTE FUNCTION keep_promoter();
CREATE OR REPLACE TRIGGER accounting_periods_stay BEFORE DELETE OR TRUNCATE ON accounting_periods
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What was approved stands as it is; its reversal adds who, when and why.
CREATE OR REPLACE FUNCTION keep_voucher() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state_id >= 3 AND (to_jsonb(NEW) - '{state_id,version,reversed_by,reversed_on,reason}'::text[])
      <> (to_jsonb(OLD) - '{state_id,version,reversed_by,reversed_on,reason}'::text[]) OR OLD.state_id = 5 THEN
    RAISE EXCEPTION 'voucher % stands as it is', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'voucher_kept';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION keep_voucher_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM vouchers WHERE id = coalesce(NEW.voucher_id, OLD.voucher_id) AND state_id >= 3) THEN
    RAISE EXCEPTION 'voucher % stands as it is', coalesce(NEW.voucher_id, OLD.voucher_id) USING ERRCODE = 'check_violation', CONSTRAINT = 'voucher_kept';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE OR REPLACE TRIGGER vouchers_keep BEFORE UPDATE ON vouchers FOR EACH ROW EXECUTE FUNCTION keep_voucher();
CREATE OR REPLACE TRIGGER voucher_lines_keep BEFORE INSERT OR UPDATE OR DELETE ON voucher_lines
  FOR EACH ROW EXECUTE FUNCTION keep_voucher_lines();
CREATE OR REPLACE TRIGGER allocation_rules_once BEFORE UPDATE ON allocation_rules FOR EACH ROW EXECUTE FUNCTION written_once();
