-- One table for the text search of people, sales and lots (decisions/0016). A sale is found by its person, so its entry
-- repeats the person's words.

-- A document number in normalized form: letters and digits only.
CREATE OR REPLACE FUNCTION bare_number(said text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(upper(said), '[^0-9A-Z]', '', 'g');

CREATE OR REPLACE FUNCTION person_words(name text, document_key text, phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN concat_ws(' ', public.searchable(name), lower(public.bare_number(document_key)), phone);

-- Lot names match in any notation: A-07, A 7, a07 and a7 are the same. The entry ends with the short form after a #.
CREATE OR REPLACE FUNCTION lot_key(lot text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(regexp_replace(lower(lot), '[^a-z0-9]', '', 'g'), '(^|[a-z])0+(?=[0-9])', '\1', 'g');

CREATE OR REPLACE FUNCTION lot_words(project text, lot text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN public.searchable(concat_ws(' ', lot, project)) || ' #' || public.lot_key(lot);

CREATE OR REPLACE FUNCTION keep_person_entry() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER people_searched AFTER INSERT OR DELETE ON people FOR EACH ROW EXECUTE FUNCTION keep_person_entry();
CREATE OR REPLACE TRIGGER people_searched_anew AFTER UPDATE OF name, document_key, phone ON people FOR EACH ROW
  WHEN ((OLD.name, OLD.document_key, OLD.phone) IS DISTINCT FROM (NEW.name, NEW.document_key, NEW.phone))
  EXECUTE FUNCTION keep_person_entry();

CREATE OR REPLACE FUNCTION keep_sale_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_entries WHERE kind = 2 AND ref = OLD.id;
    RETURN NULL;
  END IF;
  -- Locked, so that a concurrent change of the person commits before this or sees this sale.
  INSERT INTO search_entries (kind, ref, words)
    SELECT 2, NEW.id, person_words(name, document_key, phone) FROM people WHERE id = NEW.person_id FOR SHARE
    ON CONFLICT (kind, ref) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sales_searched AFTER INSERT OR DELETE ON sales FOR EACH ROW EXECUTE FUNCTION keep_sale_entry();
CREATE OR REPLACE TRIGGER sales_searched_anew AFTER UPDATE OF person_id ON sales FOR EACH ROW
  WHEN (OLD.person_id IS DISTINCT FROM NEW.person_id) EXECUTE FUNCTION keep_sale_entry();

CREATE OR REPLACE FUNCTION keep_lot_entry() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER lots_searched AFTER INSERT OR DELETE ON lots FOR EACH ROW EXECUTE FUNCTION keep_lot_entry();
CREATE OR REPLACE TRIGGER lots_searched_anew AFTER UPDATE OF name, project_id ON lots FOR EACH ROW
  WHEN ((OLD.name, OLD.project_id) IS DISTINCT FROM (NEW.name, NEW.project_id)) EXECUTE FUNCTION keep_lot_entry();

CREATE OR REPLACE FUNCTION keep_project_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_entries e SET words = lot_words(NEW.name, l.name) FROM lots l
    WHERE l.project_id = NEW.id AND e.kind = 3 AND e.ref = l.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER projects_searched AFTER UPDATE OF name ON projects FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION keep_project_entries();

-- Rebuilds all entries, after rows were written with triggers off.
CREATE OR REPLACE FUNCTION fill_search_entries() RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_entries (kind, ref, words)
    SELECT 1, id, person_words(name, document_key, phone) FROM people
    UNION ALL SELECT 2, s.id, person_words(p.name, p.document_key, p.phone) FROM sales s JOIN people p ON p.id = s.person_id
    UNION ALL SELECT 3, l.id, lot_words(r.name, l.name) FROM lots l JOIN projects r ON r.id = l.project_id
    ON CONFLICT (kind, ref) DO UPDATE SET words = excluded.words
$$;
