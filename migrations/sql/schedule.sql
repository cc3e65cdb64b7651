-- The base line of a schedule is drawn once: moves, lost days and real days never change it. Stamping anew replaces the rows.

CREATE OR REPLACE FUNCTION schedule_base_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the base line of a schedule never changes' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER schedule_tasks_base_line BEFORE UPDATE ON schedule_tasks
  FOR EACH ROW WHEN ((OLD.base_start, OLD.base_finish) IS DISTINCT FROM (NEW.base_start, NEW.base_finish))
  EXECUTE FUNCTION schedule_base_line();
