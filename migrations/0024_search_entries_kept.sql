-- One table to search people, sales and lots by words (decision 0016): a sale is found by its person, so its entry repeats them.
CREATE FUNCTION person_words(name text, document_key text, phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN concat_ws(' ', public.searchable(name), lower(public.bare_number(document_key)), phone);
--> statement-breakpoint
CREATE FUNCTION lot_words(project text, lot text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN public.searchable(concat_ws(' ', lot, project));
--> statement-breakpoint
CREATE FUNCTION keep_person_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_entries WHERE kind = 1 AND ref = OLD.id;
    RETURN NULL;
  END IF;
  INSERT INTO search_entries (kind, ref, words) VALUES (1, NEW.id, person_words(NEW.name, NEW.document_key, NEW.phone))
    ON CONFLICT (kind, ref) DO UPDATE SET words = excluded.words;
  IF TG_OP = 'UPDATE' THEN
    UPDATE search_entries SET words = person_words(NEW.name, NEW.document_key, NEW.phone)
      WHERE kind = 2 AND ref IN (SELECT id FROM sales WHERE person_id = NEW.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_sale_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_entries WHERE kind = 2 AND ref = OLD.id;
    RETURN NULL;
  END IF;
  -- Locked, so that a change of the person that is under way comes before this or sees this sale.
  INSERT INTO search_entries (kind, ref, words)
    SELECT 2, NEW.id, person_words(name, document_key, phone) FROM people WHERE id = NEW.person_id FOR SHARE
    ON CONFLICT (kind, ref) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_lot_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_entries WHERE kind = 3 AND ref = OLD.id;
    RETURN NULL;
  END IF;
  INSERT INTO search_entries (kind, ref, words)
    SELECT 3, NEW.id, lot_words(name, NEW.name) FROM projects WHERE id = NEW.project_id
    ON CONFLICT (kind, ref) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_project_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_entries e SET words = lot_words(NEW.name, l.name) FROM lots l
    WHERE l.project_id = NEW.id AND e.kind = 3 AND e.ref = l.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER people_searched AFTER INSERT OR DELETE ON people FOR EACH ROW EXECUTE FUNCTION keep_person_entry();
--> statement-breakpoint
CREATE TRIGGER people_searched_anew AFTER UPDATE OF name, document_key, phone ON people FOR EACH ROW
  WHEN ((OLD.name, OLD.document_key, OLD.phone) IS DISTINCT FROM (NEW.name, NEW.document_key, NEW.phone))
  EXECUTE FUNCTION keep_person_entry();
--> statement-breakpoint
CREATE TRIGGER sales_searched AFTER INSERT OR DELETE ON sales FOR EACH ROW EXECUTE FUNCTION keep_sale_entry();
--> statement-breakpoint
CREATE TRIGGER sales_searched_anew AFTER UPDATE OF person_id ON sales FOR EACH ROW
  WHEN (OLD.person_id IS DISTINCT FROM NEW.person_id) EXECUTE FUNCTION keep_sale_entry();
--> statement-breakpoint
CREATE TRIGGER lots_searched AFTER INSERT OR DELETE ON lots FOR EACH ROW EXECUTE FUNCTION keep_lot_entry();
--> statement-breakpoint
CREATE TRIGGER lots_searched_anew AFTER UPDATE OF name, project_id ON lots FOR EACH ROW
  WHEN ((OLD.name, OLD.project_id) IS DISTINCT FROM (NEW.name, NEW.project_id)) EXECUTE FUNCTION keep_lot_entry();
--> statement-breakpoint
CREATE TRIGGER projects_searched AFTER UPDATE OF name ON projects FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION keep_project_entries();
--> statement-breakpoint
-- Everything at once: for what was there before, and after rows were written with triggers off.
CREATE FUNCTION fill_search_entries() RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_entries (kind, ref, words)
    SELECT 1, id, person_words(name, document_key, phone) FROM people
    UNION ALL SELECT 2, s.id, person_words(p.name, p.document_key, p.phone) FROM sales s JOIN people p ON p.id = s.person_id
    UNION ALL SELECT 3, l.id, lot_words(r.name, l.name) FROM lots l JOIN projects r ON r.id = l.project_id
    ON CONFLICT (kind, ref) DO UPDATE SET words = excluded.words
$$;
--> statement-breakpoint
SELECT fill_search_entries();
--> statement-breakpoint
-- The planner chooses by the share of entries that hold a word between this index and a walk from the newest on.
ALTER TABLE search_entries ALTER COLUMN words SET STATISTICS 300;
--> statement-breakpoint
-- What was just written waits in a list that every search reads: it is kept short.
CREATE INDEX search_entries_people ON search_entries USING gin (words gin_trgm_ops) WITH (gin_pending_list_limit = 128) WHERE kind = 1;
--> statement-breakpoint
CREATE INDEX search_entries_sales ON search_entries USING gin (words gin_trgm_ops) WITH (gin_pending_list_limit = 128) WHERE kind = 2;
--> statement-breakpoint
CREATE INDEX search_entries_lots ON search_entries USING gin (words gin_trgm_ops) WITH (gin_pending_list_limit = 128) WHERE kind = 3;
--> statement-breakpoint
-- Nothing looks through these any more.
DROP INDEX people_name_search;
--> statement-breakpoint
DROP INDEX people_phone_search;
--> statement-breakpoint
DROP INDEX people_document_search;
--> statement-breakpoint
ANALYZE search_entries;
