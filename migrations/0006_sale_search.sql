-- A draft that is withdrawn never had a code.
ALTER TABLE sales DROP CONSTRAINT sales_coded;
--> statement-breakpoint
ALTER TABLE sales ADD CONSTRAINT sales_coded CHECK (state_id IN (1, 16) OR code IS NOT NULL);
--> statement-breakpoint
-- Text as it is searched: no accents, no capitals. unaccent itself depends on a setting and so cannot be indexed.
CREATE FUNCTION searchable(said text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, said));
--> statement-breakpoint
-- A document's number however it is written: letters and digits only.
CREATE FUNCTION bare_number(said text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(upper(said), '[^0-9A-Z]', '', 'g');
--> statement-breakpoint
CREATE INDEX people_name_search ON people USING gin (searchable(name) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX people_phone_search ON people USING gin (phone gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX people_document_search ON people USING gin (bare_number(document_key) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX sales_code_search ON sales USING gin (code gin_trgm_ops);
--> statement-breakpoint
-- Codes start again each year, gaps allowed (rulings 26): one sequence a year, made by the year's first sale.
CREATE FUNCTION next_sale_code(year integer) RETURNS text LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE FUNCTION count_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO sale_totals (state_id, project_id, processor_id, adviser_id, total)
      SELECT state_id, project_id, processor_id, adviser_id, count(*) FROM added GROUP BY 1, 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO sale_totals (state_id, project_id, processor_id, adviser_id, total)
      SELECT state_id, project_id, processor_id, adviser_id, -count(*) FROM removed GROUP BY 1, 2, 3, 4;
  ELSE
    INSERT INTO sale_totals (state_id, project_id, processor_id, adviser_id, total)
      SELECT state_id, project_id, processor_id, adviser_id, sum(n) FROM (
        SELECT state_id, project_id, processor_id, adviser_id, 1 AS n FROM added
        UNION ALL SELECT state_id, project_id, processor_id, adviser_id, -1 FROM removed
      ) changes GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sales_counted_insert AFTER INSERT ON sales
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_sales();
--> statement-breakpoint
CREATE TRIGGER sales_counted_update AFTER UPDATE ON sales
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_sales();
--> statement-breakpoint
CREATE TRIGGER sales_counted_delete AFTER DELETE ON sales
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_sales();
--> statement-breakpoint
INSERT INTO sale_totals (state_id, project_id, processor_id, adviser_id, total)
  SELECT state_id, project_id, processor_id, adviser_id, count(*) FROM sales GROUP BY 1, 2, 3, 4;
