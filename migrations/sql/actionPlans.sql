-- A published version of an action plan never changes: what was stamped from it can be read forever.

CREATE OR REPLACE FUNCTION action_plan_in_force() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.published_at IS NOT NULL THEN
    RAISE EXCEPTION 'a published action plan never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE OR REPLACE FUNCTION action_plan_part_in_force() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part record := CASE WHEN TG_OP = 'INSERT' THEN NEW ELSE OLD END;
BEGIN
  IF EXISTS (SELECT FROM action_plans p WHERE p.id = part.plan_id AND p.published_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a published action plan never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE OR REPLACE TRIGGER action_plans_in_force BEFORE UPDATE OR DELETE ON action_plans
  FOR EACH ROW EXECUTE FUNCTION action_plan_in_force();
CREATE OR REPLACE TRIGGER action_plan_steps_in_force BEFORE INSERT OR UPDATE OR DELETE ON action_plan_steps
  FOR EACH ROW EXECUTE FUNCTION action_plan_part_in_force();
CREATE OR REPLACE TRIGGER action_plan_links_in_force BEFORE INSERT OR UPDATE OR DELETE ON action_plan_links
  FOR EACH ROW EXECUTE FUNCTION action_plan_part_in_force();
