-- The chain of an envelope is append-only.
CREATE OR REPLACE TRIGGER envelope_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON envelope_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
