-- No two rules that hold meet in region, price and days; what was replaced stays for the quotes that used it.
ALTER TABLE interest_rules ADD CONSTRAINT interest_rules_overlap EXCLUDE USING gist (
  int4range(coalesce(region, 1), coalesce(region, 2), '[]') WITH &&,
  int8range(min_cents, max_cents, '[]') WITH &&,
  daterange(valid_from, valid_to, '[]') WITH &&
) WHERE (retired_at IS NULL);
--> statement-breakpoint
-- One cost of a code at a time, a project's own beside the general one.
ALTER TABLE closing_costs ADD CONSTRAINT closing_costs_overlap EXCLUDE USING gist (
  code WITH =,
  coalesce(project_id, 0) WITH =,
  daterange(valid_from, valid_to, '[]') WITH &&
) WHERE (retired_at IS NULL);
--> statement-breakpoint
-- Written once: of a rule or cost only its retirement, of a version of a proforma nothing.
CREATE FUNCTION written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'retired_at' = to_jsonb(OLD) - 'retired_at' AND NOT (to_jsonb(OLD) ? 'snapshot') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are written once', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER interest_rules_once BEFORE UPDATE ON interest_rules FOR EACH ROW EXECUTE FUNCTION written_once();
--> statement-breakpoint
CREATE TRIGGER closing_costs_once BEFORE UPDATE ON closing_costs FOR EACH ROW EXECUTE FUNCTION written_once();
--> statement-breakpoint
CREATE TRIGGER quote_versions_once BEFORE UPDATE ON quote_versions FOR EACH ROW EXECUTE FUNCTION written_once();
--> statement-breakpoint
-- Codes of proformas start again each year, as those of pre-contracts do; under their name, so that erasing the demonstration drops them too.
CREATE FUNCTION next_quote_code(year integer) RETURNS text LANGUAGE plpgsql AS $$
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
