-- Progress accounts of a contract: what they bill, amortise and retain stays within the contract, its advance and what is
-- held, when the transaction ends. Their services lock the contract first.
CREATE OR REPLACE FUNCTION check_progress_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  contract contracts%ROWTYPE;
  billed bigint;
  amortised bigint;
  held bigint;
BEGIN
  SELECT * INTO contract FROM contracts WHERE id = NEW.contract_id;
  SELECT coalesce(sum(gross_cents), 0), coalesce(sum(amortised_cents), 0) INTO billed, amortised
    FROM progress_accounts WHERE contract_id = NEW.contract_id AND state_id <= 5;
  SELECT coalesce(sum(retained_cents), 0) - (SELECT coalesce(sum(amount_cents), 0) FROM retention_moves m WHERE m.contract_id = NEW.contract_id)
    INTO held FROM progress_accounts WHERE contract_id = NEW.contract_id AND state_id = 5;
  IF billed > coalesce(contract.amount_cents, 0) THEN
    RAISE EXCEPTION 'the accounts of contract % bill %', contract.id, billed USING ERRCODE = 'check_violation', CONSTRAINT = 'accounts_over_contract';
  END IF;
  IF amortised > coalesce(contract.advance_cents, 0) THEN
    RAISE EXCEPTION 'the accounts of contract % amortise %', contract.id, amortised USING ERRCODE = 'check_violation', CONSTRAINT = 'accounts_over_advance';
  END IF;
  IF held < 0 THEN
    RAISE EXCEPTION 'the retention of contract % is %', contract.id, held USING ERRCODE = 'check_violation', CONSTRAINT = 'retention_below_zero';
  END IF;
  RETURN NULL;
END $$;

-- An account is the sum of its lines that are not in dispute, and of its deductions.
CREATE OR REPLACE FUNCTION check_account_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account progress_accounts%ROWTYPE;
BEGIN
  SELECT * INTO account FROM progress_accounts
    WHERE id = (to_jsonb(coalesce(NEW, OLD)) ->> CASE TG_TABLE_NAME WHEN 'progress_accounts' THEN 'id' ELSE 'account_id' END)::bigint;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF account.gross_cents <> (SELECT coalesce(sum(cents), 0) FROM account_lines WHERE account_id = account.id AND dispute IS NULL)
    OR account.deductions_cents <> (SELECT coalesce(sum(amount_cents), 0) FROM account_deductions WHERE account_id = account.id) THEN
    RAISE EXCEPTION 'account % is not the sum of its lines', account.id USING ERRCODE = 'check_violation', CONSTRAINT = 'account_sums';
  END IF;
  RETURN NULL;
END $$;

-- A line begins where the standing accounts of its job end. Locks the job: of two accounts one takes the quantity.
CREATE OR REPLACE FUNCTION take_job_quantity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM jobs WHERE id = NEW.job_id FOR NO KEY UPDATE;
  IF NEW.from_cents <> (SELECT coalesce(sum(l.cents), 0) FROM account_lines l JOIN progress_accounts a ON a.id = l.account_id
    WHERE l.job_id = NEW.job_id AND l.dispute IS NULL AND a.state_id <= 5) THEN
    RAISE EXCEPTION 'job % is billed otherwise', NEW.job_id USING ERRCODE = 'check_violation', CONSTRAINT = 'account_lines_taken';
  END IF;
  RETURN NEW;
END $$;

-- What the contractor countersigned does not change; a payment is only reversed.
CREATE OR REPLACE FUNCTION keep_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state_id >= 3 AND (to_jsonb(NEW) - '{state_id,version,approved_by,approved_at,paid_on,paid_bank,paid_from_id,paid_reference,paid_by,end_reason}'::text[])
      <> (to_jsonb(OLD) - '{state_id,version,approved_by,approved_at,paid_on,paid_bank,paid_from_id,paid_reference,paid_by,end_reason}'::text[])
    OR OLD.state_id = 5 AND NEW.state_id <> 4 AND (to_jsonb(NEW) - '{state_id,version,end_reason}'::text[]) <> (to_jsonb(OLD) - '{state_id,version,end_reason}'::text[])
    -- A payment that the bank returned: owed again, with nothing else changed.
    OR OLD.state_id = 5 AND NEW.state_id = 4 AND (to_jsonb(NEW) - '{state_id,version,paid_on,paid_bank,paid_from_id,paid_reference,paid_by}'::text[])
      <> (to_jsonb(OLD) - '{state_id,version,paid_on,paid_bank,paid_from_id,paid_reference,paid_by}'::text[])
    OR OLD.state_id IN (6, 7) OR OLD.state_id = 5 AND NEW.state_id NOT IN (4, 6) THEN
    RAISE EXCEPTION 'account % stands as it is', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'account_kept';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION keep_account_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An import that is undone takes its accounts back.
  IF EXISTS (SELECT FROM progress_accounts WHERE id = coalesce(NEW.account_id, OLD.account_id) AND state_id > 2
      AND NOT (imported AND TG_OP = 'DELETE')) THEN
    RAISE EXCEPTION 'account % stands as it is', coalesce(NEW.account_id, OLD.account_id) USING ERRCODE = 'check_violation', CONSTRAINT = 'account_kept';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

DROP TRIGGER IF EXISTS progress_accounts_limits ON progress_accounts;
CREATE CONSTRAINT TRIGGER progress_accounts_limits AFTER INSERT OR UPDATE ON progress_accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_progress_accounts();
DROP TRIGGER IF EXISTS retention_moves_limits ON retention_moves;
CREATE CONSTRAINT TRIGGER retention_moves_limits AFTER INSERT ON retention_moves
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_progress_accounts();
DROP TRIGGER IF EXISTS progress_accounts_sums ON progress_accounts;
CREATE CONSTRAINT TRIGGER progress_accounts_sums AFTER INSERT OR UPDATE ON progress_accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_account_sums();
DROP TRIGGER IF EXISTS account_lines_sums ON account_lines;
CREATE CONSTRAINT TRIGGER account_lines_sums AFTER INSERT OR UPDATE OR DELETE ON account_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_account_sums();
DROP TRIGGER IF EXISTS account_deductions_sums ON account_deductions;
CREATE CONSTRAINT TRIGGER account_deductions_sums AFTER INSERT OR UPDATE OR DELETE ON account_deductions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_account_sums();
DROP TRIGGER IF EXISTS account_lines_take ON account_lines;
CREATE TRIGGER account_lines_take BEFORE INSERT ON account_lines FOR EACH ROW EXECUTE FUNCTION take_job_quantity();
DROP TRIGGER IF EXISTS progress_accounts_keep ON progress_accounts;
CREATE TRIGGER progress_accounts_keep BEFORE UPDATE ON progress_accounts FOR EACH ROW EXECUTE FUNCTION keep_account();
DROP TRIGGER IF EXISTS account_lines_keep ON account_lines;
CREATE TRIGGER account_lines_keep BEFORE UPDATE OR DELETE ON account_lines FOR EACH ROW EXECUTE FUNCTION keep_account_parts();
DROP TRIGGER IF EXISTS account_deductions_keep ON account_deductions;
CREATE TRIGGER account_deductions_keep BEFORE INSERT OR UPDATE OR DELETE ON account_deductions FOR EACH ROW EXECUTE FUNCTION keep_account_parts();
