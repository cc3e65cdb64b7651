-- The only exception to append-only histories: erasing a whole demo (decision 0015). It refuses unless the database is
-- marked as a demo, and empties every table except those in `kept`. A `kept` table must not refer to an emptied one;
-- otherwise the statement fails and nothing is erased.
CREATE OR REPLACE FUNCTION erase_demo(kept text[]) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gone text;
  guard record;
  series text;
BEGIN
  PERFORM FROM settings WHERE key = 'demo' AND value = 'true'::jsonb FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this is no demonstration' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'only_a_demo';
  END IF;
  SELECT string_agg(quote_ident(tablename), ', ') INTO gone FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> ALL (kept || ARRAY['settings', 'roles', 'role_grants']);
  FOR guard IN SELECT tgrelid::regclass AS relation, tgname AS name FROM pg_trigger
    WHERE NOT tgisinternal AND tgtype & 32 <> 0 AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
  LOOP
    EXECUTE format('ALTER TABLE %s DISABLE TRIGGER %I', guard.relation, guard.name);
  END LOOP;
  EXECUTE 'TRUNCATE ' || gone || ' RESTART IDENTITY';
  FOR guard IN SELECT tgrelid::regclass AS relation, tgname AS name FROM pg_trigger
    WHERE NOT tgisinternal AND tgtype & 32 <> 0 AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
  LOOP
    EXECUTE format('ALTER TABLE %s ENABLE TRIGGER %I', guard.relation, guard.name);
  END LOOP;
  FOR series IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' AND sequencename LIKE 'sale\_code\_%' LOOP
    EXECUTE format('DROP SEQUENCE %I', series);
  END LOOP;
  DELETE FROM settings WHERE key IN ('demo', 'company', 'brand', 'fiscal', 'mediaHosts');
END $$;

REVOKE EXECUTE ON FUNCTION erase_demo(text[]) FROM PUBLIC;

-- A user who may write settings must not be able to mark a company as a demo and erase it: only a database without
-- users can be marked.
CREATE OR REPLACE FUNCTION refuse_late_demo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM sales) OR EXISTS (SELECT FROM audit_log) THEN
    RAISE EXCEPTION 'a company with people does not become a demonstration' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'no_late_demo';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER settings_no_late_demo BEFORE INSERT OR UPDATE ON settings
  FOR EACH ROW WHEN (NEW.key = 'demo') EXECUTE FUNCTION refuse_late_demo();
