-- What a contract of works is made of adds up, to the centavo and the basis point, when the transaction ends: weights to
-- 100 %, houses or items to the contract from its review on until it is rescinded, and jobs to their house.
CREATE OR REPLACE FUNCTION check_contract_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  contract contracts%ROWTYPE;
  weights bigint;
  parts bigint;
BEGIN
  SELECT * INTO contract FROM contracts
    WHERE id = (to_jsonb(coalesce(NEW, OLD)) ->> CASE TG_TABLE_NAME WHEN 'contracts' THEN 'id' ELSE 'contract_id' END)::bigint;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT sum(weight_bp) INTO weights FROM contract_activities WHERE contract_id = contract.id;
  IF weights <> 10000 THEN
    RAISE EXCEPTION 'the weights of contract % add up to %', contract.id, weights USING ERRCODE = 'check_violation', CONSTRAINT = 'contract_weights';
  END IF;
  IF contract.state_id IN (1, 10) THEN
    RETURN NULL;
  END IF;
  IF contract.measure = 'actividades' THEN
    SELECT coalesce(sum(amount_cents), 0) INTO parts FROM contract_houses WHERE contract_id = contract.id;
  ELSE
    SELECT coalesce(sum(amount_cents), 0) INTO parts FROM contract_items WHERE contract_id = contract.id;
  END IF;
  IF parts IS DISTINCT FROM contract.amount_cents THEN
    RAISE EXCEPTION 'contract % is % and its parts are %', contract.id, contract.amount_cents, parts USING ERRCODE = 'check_violation', CONSTRAINT = 'contract_sums';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION check_house_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  contract bigint := (to_jsonb(coalesce(NEW, OLD)) ->> 'contract_id')::bigint;
  house bigint := (to_jsonb(coalesce(NEW, OLD)) ->> 'house_id')::bigint;
  parts bigint;
BEGIN
  SELECT sum(amount_cents) INTO parts FROM jobs WHERE contract_id = contract AND house_id = house;
  IF parts <> (SELECT amount_cents FROM contract_houses WHERE contract_id = contract AND house_id = house) THEN
    RAISE EXCEPTION 'the jobs of house % in contract % add up to %', house, contract, parts USING ERRCODE = 'check_violation', CONSTRAINT = 'house_jobs';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS contracts_sums ON contracts;
CREATE CONSTRAINT TRIGGER contracts_sums AFTER INSERT OR UPDATE OF state_id, amount_cents, measure ON contracts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_contract_sums();
DROP TRIGGER IF EXISTS contract_houses_sums ON contract_houses;
CREATE CONSTRAINT TRIGGER contract_houses_sums AFTER INSERT OR UPDATE OR DELETE ON contract_houses
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_contract_sums();
DROP TRIGGER IF EXISTS contract_activities_sums ON contract_activities;
CREATE CONSTRAINT TRIGGER contract_activities_sums AFTER INSERT OR UPDATE OR DELETE ON contract_activities
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_contract_sums();
DROP TRIGGER IF EXISTS contract_items_sums ON contract_items;
CREATE CONSTRAINT TRIGGER contract_items_sums AFTER INSERT OR UPDATE OR DELETE ON contract_items
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_contract_sums();
DROP TRIGGER IF EXISTS jobs_sums ON jobs;
CREATE CONSTRAINT TRIGGER jobs_sums AFTER INSERT OR UPDATE OF amount_cents ON jobs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.house_id IS NOT NULL) EXECUTE FUNCTION check_house_jobs();
DROP TRIGGER IF EXISTS contract_houses_jobs ON contract_houses;
CREATE CONSTRAINT TRIGGER contract_houses_jobs AFTER UPDATE OF amount_cents ON contract_houses
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_house_jobs();
