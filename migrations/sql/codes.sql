-- Codes of pre-contracts (PC) and proformas (PF) start again each year, gaps allowed (rulings 26): one sequence a year, made by the
-- year's first. All are called sale_code_…, so that erasing the demonstration drops them. The application owns nothing
-- (server/kernel/appRole.ts), and a new year needs a sequence: this acts as the owner.
CREATE OR REPLACE FUNCTION next_code(prefix text, year integer) RETURNS text LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  sequence text := CASE prefix WHEN 'PC' THEN 'sale_code_' WHEN 'PF' THEN 'sale_code_pf_' END || year;
  number text;
BEGIN
  IF to_regclass(sequence) IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(sequence, 0));
    EXECUTE format('CREATE SEQUENCE IF NOT EXISTS %I', sequence);
  END IF;
  number := nextval(sequence)::text;
  RETURN format('%s-%s-%s', prefix, year, lpad(number, greatest(5, length(number)), '0'));
END $$;

REVOKE EXECUTE ON FUNCTION next_code(text, integer) FROM PUBLIC;
