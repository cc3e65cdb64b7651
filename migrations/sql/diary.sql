-- What a seal covers stays as it was: a sealed day, its entries and their photographs are neither changed nor removed, and
-- no entry joins a sealed day. The day is locked for the check, so that it is not sealed meanwhile.
CREATE OR REPLACE FUNCTION refuse_sealed_day(diary bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  sealed timestamptz;
BEGIN
  SELECT sealed_at INTO sealed FROM diaries WHERE id = diary FOR SHARE;
  IF sealed IS NOT NULL THEN
    RAISE EXCEPTION 'the seal of diary % covers this', diary USING ERRCODE = 'restrict_violation', CONSTRAINT = 'diary_sealed';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION keep_sealed_diary() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a sealed diary does not change' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'diary_sealed';
END $$;
CREATE OR REPLACE TRIGGER diaries_sealed BEFORE UPDATE OR DELETE ON diaries
  FOR EACH ROW WHEN (OLD.sealed_at IS NOT NULL) EXECUTE FUNCTION keep_sealed_diary();

CREATE OR REPLACE FUNCTION keep_sealed_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM refuse_sealed_day(OLD.sealed_in_id); END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  PERFORM refuse_sealed_day(NEW.sealed_in_id);
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER diary_entries_sealed BEFORE INSERT OR UPDATE OR DELETE ON diary_entries
  FOR EACH ROW EXECUTE FUNCTION keep_sealed_entries();

CREATE OR REPLACE FUNCTION keep_sealed_photos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM refuse_sealed_day((SELECT sealed_in_id FROM diary_entries WHERE id = OLD.entry_id));
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  PERFORM refuse_sealed_day((SELECT sealed_in_id FROM diary_entries WHERE id = NEW.entry_id));
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER diary_photos_sealed BEFORE INSERT OR UPDATE OR DELETE ON diary_photos
  FOR EACH ROW EXECUTE FUNCTION keep_sealed_photos();

-- Only erasing a whole demo empties these tables (see setup.sql).
CREATE OR REPLACE TRIGGER diaries_kept BEFORE TRUNCATE ON diaries FOR EACH STATEMENT EXECUTE FUNCTION keep_sealed_diary();
CREATE OR REPLACE TRIGGER diary_entries_kept BEFORE TRUNCATE ON diary_entries FOR EACH STATEMENT EXECUTE FUNCTION keep_sealed_diary();
CREATE OR REPLACE TRIGGER diary_photos_kept BEFORE TRUNCATE ON diary_photos FOR EACH STATEMENT EXECUTE FUNCTION keep_sealed_diary();
