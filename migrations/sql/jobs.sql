-- Who reports never inspects, by person and by company (domain.md §2.1).
CREATE OR REPLACE FUNCTION check_inspector() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  company bigint := (SELECT partner_id FROM users WHERE id = NEW.inspector_id);
BEGIN
  IF EXISTS (SELECT FROM job_reports WHERE id = NEW.report_id
      AND (job_id <> NEW.job_id OR author_id = NEW.inspector_id OR partner_id = company)) THEN
    RAISE EXCEPTION 'user % reported what they inspect', NEW.inspector_id USING ERRCODE = 'check_violation', CONSTRAINT = 'inspections_inspector';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER IF EXISTS inspections_inspector ON inspections;
CREATE TRIGGER inspections_inspector BEFORE INSERT ON inspections FOR EACH ROW EXECUTE FUNCTION check_inspector();

-- Approved progress falls only by an inspection that says why: the newest one, with exactly this progress. Of an item the
-- quantity counts, because an addendum changes what it is a percent of.
CREATE OR REPLACE FUNCTION check_approved_fall() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM (SELECT * FROM inspections WHERE job_id = NEW.id AND result <> 'rechazado' ORDER BY id DESC LIMIT 1) last
    WHERE last.reason IS NOT NULL AND last.approved_quantity IS NOT DISTINCT FROM NEW.approved_quantity
      AND (NEW.approved_quantity IS NOT NULL OR last.approved_bp = NEW.approved_bp)) THEN
    RAISE EXCEPTION 'the approved progress of job % falls without a reason', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'jobs_approved_fall';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER IF EXISTS jobs_approved_fall ON jobs;
CREATE TRIGGER jobs_approved_fall BEFORE UPDATE OF approved_bp, approved_quantity ON jobs FOR EACH ROW
  WHEN (NEW.approved_quantity < OLD.approved_quantity OR (NEW.approved_quantity IS NULL AND NEW.approved_bp < OLD.approved_bp))
  EXECUTE FUNCTION check_approved_fall();

-- Progress of a house, 0-100: the weight of each activity times what is approved of it. A contract that follows a
-- rescinded one builds a part of what was left, so the parts left over are multiplied.
CREATE OR REPLACE FUNCTION house_progress(house bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT round(coalesce(sum(weight * done) / nullif((SELECT sum((extra ->> 'peso')::numeric) FROM catalog_items
      WHERE catalog = 'contract_activities' AND archived_at IS NULL), 0) * 100, 0), 2)
  FROM (
    SELECT (c.extra ->> 'peso')::numeric weight,
      CASE WHEN bool_or(j.approved_bp = 10000) THEN 1
        ELSE 1 - exp(sum(ln(CASE WHEN j.approved_bp = 10000 THEN 1 ELSE 1 - j.approved_bp / 10000.0 END))) END done
    FROM jobs j JOIN catalog_items c ON c.catalog = 'contract_activities' AND c.id = j.activity_id AND c.archived_at IS NULL
    WHERE j.house_id = house GROUP BY c.id, c.extra
  ) activities
$$;
