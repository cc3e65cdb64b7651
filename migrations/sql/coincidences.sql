-- A person with a changed name, number, telephone, mail or family is soon compared with all others (decision 0019). The
-- triggers only note the id, so that no write waits for the comparison, whatever code wrote it.
CREATE OR REPLACE FUNCTION note_person_to_compare() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO people_to_compare (person_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER people_compared AFTER INSERT ON people FOR EACH ROW EXECUTE FUNCTION note_person_to_compare();
CREATE OR REPLACE TRIGGER people_compared_anew AFTER UPDATE OF name, document_key, phone, email ON people FOR EACH ROW
  WHEN (NEW.merged_into_id IS NULL AND (OLD.name, OLD.document_key, OLD.phone, OLD.email)
    IS DISTINCT FROM (NEW.name, NEW.document_key, NEW.phone, NEW.email))
  EXECUTE FUNCTION note_person_to_compare();

CREATE OR REPLACE FUNCTION note_family_to_compare() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO people_to_compare (person_id) SELECT person_id FROM sales WHERE id = NEW.sale_id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER family_compared AFTER INSERT ON sale_family FOR EACH ROW
  WHEN (NEW.document_key IS NOT NULL) EXECUTE FUNCTION note_family_to_compare();
