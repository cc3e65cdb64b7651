-- Codes of pre-contracts (PC), quotes (PF), promises (PR), addenda (AD), deliveries (EN), warranty charges (CG) tickets (TK) and work orders (OT) restart each year, gaps allowed (rulings 26): one sequence per year, created
-- by the year's first record. Every name begins with sale_code_, so that erasing the demo drops them. The application role
-- owns nothing (server/kernel/appRole.ts), and a new year needs a sequence: this function runs as the owner.
CREATE OR REPLACE FUNCTION next_code(prefix text, year integer) RETURNS text LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  sequence text := CASE prefix WHEN 'PC' THEN 'sale_code_' WHEN 'PF' THEN 'sale_code_pf_' WHEN 'PR' THEN 'sale_code_pr_' WHEN 'AD' THEN 'sale_code_ad_'
    WHEN 'EN' THEN 'sale_code_en_' WHEN 'CG' THEN 'sale_code_cg_' WHEN 'TK' THEN 'sale_code_tk_'
    WHEN 'OT' THEN 'sale_code_ot_' END || year;
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
