-- One rule at most for a project (or for all), a kind of payee and a day (decisions/0027).
ALTER TABLE commission_rules ADD CONSTRAINT commission_rules_overlap EXCLUDE USING gist (
  (coalesce(project_id, 0)) WITH =, payee WITH =, daterange(valid_from, valid_to, '[]') WITH &&
);
--> statement-breakpoint
ALTER TABLE commission_lines ADD CONSTRAINT commission_lines_reverses FOREIGN KEY (reverses_id) REFERENCES commission_lines (id);
--> statement-breakpoint
-- What was released keeps its cents; what was paid keeps everything but that it was taken back later.
CREATE FUNCTION refuse_commission_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state_id <> 1 AND (NEW.cents, NEW.commission_id, NEW.event, NEW.reverses_id)
      IS DISTINCT FROM (OLD.cents, OLD.commission_id, OLD.event, OLD.reverses_id)
    OR OLD.state_id = 5 AND (NEW.state_id, NEW.prepared_by, NEW.approved_by, NEW.paid_by, NEW.reference, NEW.paid_on)
      IS DISTINCT FROM (OLD.state_id, OLD.prepared_by, OLD.approved_by, OLD.paid_by, OLD.reference, OLD.paid_on) THEN
    RAISE EXCEPTION 'a released commission is not edited' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER commission_lines_kept BEFORE UPDATE ON commission_lines FOR EACH ROW EXECUTE FUNCTION refuse_commission_change();
