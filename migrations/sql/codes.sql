-- The application role owns nothing (server/kernel/appRole.ts), and a new year needs a sequence: these functions run as
-- the owner.

-- Sale codes restart each year, gaps allowed (rulings 26): one sequence per year, created by the year's first sale.
CREATE OR REPLACE FUNCTION next_sale_code(year integer) RETURNS text LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  sequence text := 'sale_code_' || year;
  number text;
BEGIN
  IF to_regclass(sequence) IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(sequence, 0));
    EXECUTE format('CREATE SEQUENCE IF NOT EXISTS %I', sequence);
  END IF;
  number := nextval(sequence)::text;
  RETURN format('PC-%s-%s', year, lpad(number, greatest(5, length(number)), '0'));
END $$;

REVOKE EXECUTE ON FUNCTION next_sale_code(integer) FROM PUBLIC;

-- Quote codes restart each year like pre-contract codes. The sequence name has the same prefix, so that erasing the
-- demo drops it too.
CREATE OR REPLACE FUNCTION next_quote_code(year integer) RETURNS text LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  sequence text := 'sale_code_pf_' || year;
  number text;
BEGIN
  IF to_regclass(sequence) IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(sequence, 0));
    EXECUTE format('CREATE SEQUENCE IF NOT EXISTS %I', sequence);
  END IF;
  number := nextval(sequence)::text;
  RETURN format('PF-%s-%s', year, lpad(number, greatest(5, length(number)), '0'));
END $$;

REVOKE EXECUTE ON FUNCTION next_quote_code(integer) FROM PUBLIC;
