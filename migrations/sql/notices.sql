-- A notice tells its user's open pages, by the feed of changes.
CREATE OR REPLACE FUNCTION announce_notices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (at, record, record_id, verb, of_record, of_id, actor_kind)
    SELECT at, 'aviso', id, 'recibido', 'user', user_id, 'system' FROM made;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER notices_announced AFTER INSERT ON notices
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION announce_notices();
