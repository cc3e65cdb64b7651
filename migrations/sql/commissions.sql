-- A released line keeps its amount; a paid line changes only when it is taken back later.
CREATE OR REPLACE FUNCTION refuse_commission_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state_id <> 1 AND (NEW.cents, NEW.commission_id, NEW.event, NEW.reverses_id)
      IS DISTINCT FROM (OLD.cents, OLD.commission_id, OLD.event, OLD.reverses_id)
    OR OLD.state_id = 5 AND (NEW.state_id, NEW.prepared_by, NEW.approved_by, NEW.paid_by, NEW.reference, NEW.paid_on)
      IS DISTINCT FROM (OLD.state_id, OLD.prepared_by, OLD.approved_by, OLD.paid_by, OLD.reference, OLD.paid_on) THEN
    RAISE EXCEPTION 'a released commission is not edited' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER commission_lines_kept BEFORE UPDATE ON commission_lines FOR EACH ROW EXECUTE FUNCTION refuse_commission_change();

-- An offset is at most what the reversal takes back, and at most what the part pays. Locks the reversal, so that two
-- payouts wait for each other.
CREATE OR REPLACE FUNCTION check_commission_offset() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taken bigint;
  paid bigint;
BEGIN
  SELECT -cents INTO taken FROM commission_lines WHERE id = NEW.reverse_id AND reverses_id IS NOT NULL FOR NO KEY UPDATE;
  SELECT cents INTO paid FROM commission_lines WHERE id = NEW.line_id AND reverses_id IS NULL;
  IF taken IS NULL OR paid IS NULL
    OR (SELECT sum(cents) FROM commission_offsets WHERE reverse_id = NEW.reverse_id) > taken
    OR (SELECT sum(cents) FROM commission_offsets WHERE line_id = NEW.line_id) > paid THEN
    RAISE EXCEPTION 'more is kept back than is owed back' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER commission_offsets_checked AFTER INSERT ON commission_offsets FOR EACH ROW EXECUTE FUNCTION check_commission_offset();
