-- The stored state of a lot, updated with the data that it derives from (decisions/0006).

-- State of a lot with a claim (domain.md §2): by the sale's state, else by the kind of claim.
CREATE OR REPLACE FUNCTION claimed_lot_state(kind text, sale_state smallint) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE
    WHEN sale_state IN (14, 15) THEN 6
    WHEN sale_state IN (12, 13) THEN 5
    WHEN sale_state IN (10, 11) THEN 4
    WHEN kind IN ('hold', 'offer', 'reservation') THEN 2
    ELSE 3 END)::smallint
$$;

-- The derived state of every lot. A query for one lot derives only that lot, because the planner inlines this function.
CREATE OR REPLACE FUNCTION lot_states() RETURNS TABLE (lot_id bigint, state_id smallint) LANGUAGE sql STABLE AS $$
  SELECT l.id, CASE
      WHEN c.id IS NOT NULL THEN claimed_lot_state(c.kind, s.state_id)
      WHEN l.withheld THEN 7::smallint
      WHEN EXISTS (SELECT FROM lot_waitlist w WHERE w.lot_id = l.id AND w.left_at IS NULL AND w.offered_at IS NULL) THEN 2::smallint
      ELSE 1::smallint END
    FROM lots l LEFT JOIN lot_claims c ON c.lot_id = l.id AND c.released_at IS NULL LEFT JOIN sales s ON s.id = c.sale_id
$$;

-- Concurrent writers of a lot wait here: the second statement sees what the first one committed.
CREATE OR REPLACE FUNCTION keep_lot_state(lot bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM lots WHERE id = lot FOR NO KEY UPDATE;
  UPDATE lots l SET state_id = d.state_id FROM lot_states() d WHERE l.id = lot AND d.lot_id = lot AND l.state_id <> d.state_id;
END $$;

CREATE OR REPLACE FUNCTION keep_state_of_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_lot_state(NEW.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER lots_state AFTER INSERT ON lots FOR EACH ROW WHEN (NEW.withheld) EXECUTE FUNCTION keep_state_of_lot();
CREATE OR REPLACE TRIGGER lots_state_anew AFTER UPDATE OF withheld ON lots FOR EACH ROW
  WHEN (NEW.withheld <> OLD.withheld) EXECUTE FUNCTION keep_state_of_lot();

CREATE OR REPLACE FUNCTION keep_state_of_named_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM keep_lot_state(OLD.lot_id); END IF;
  IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR NEW.lot_id <> OLD.lot_id) THEN PERFORM keep_lot_state(NEW.lot_id); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER lot_claims_state AFTER INSERT OR DELETE ON lot_claims FOR EACH ROW EXECUTE FUNCTION keep_state_of_named_lot();
CREATE OR REPLACE TRIGGER lot_claims_state_anew AFTER UPDATE OF lot_id, sale_id, kind, released_at ON lot_claims FOR EACH ROW
  WHEN ((OLD.lot_id, OLD.sale_id, OLD.kind, OLD.released_at IS NULL) IS DISTINCT FROM (NEW.lot_id, NEW.sale_id, NEW.kind, NEW.released_at IS NULL))
  EXECUTE FUNCTION keep_state_of_named_lot();
CREATE OR REPLACE TRIGGER lot_waitlist_state AFTER INSERT OR DELETE ON lot_waitlist FOR EACH ROW EXECUTE FUNCTION keep_state_of_named_lot();
CREATE OR REPLACE TRIGGER lot_waitlist_state_anew AFTER UPDATE OF lot_id, left_at, offered_at ON lot_waitlist FOR EACH ROW
  EXECUTE FUNCTION keep_state_of_named_lot();

CREATE OR REPLACE FUNCTION keep_state_of_sold_lot() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lot bigint;
BEGIN
  SELECT lot_id INTO lot FROM lot_claims WHERE sale_id = NEW.id AND released_at IS NULL;
  IF FOUND THEN PERFORM keep_lot_state(lot); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sales_lot_state AFTER UPDATE OF state_id ON sales FOR EACH ROW
  WHEN (claimed_lot_state('sale', NEW.state_id) <> claimed_lot_state('sale', OLD.state_id)) EXECUTE FUNCTION keep_state_of_sold_lot();

-- A concurrent change of the sale cannot see a claim in progress: it waits for this transaction, or commits before it.
CREATE OR REPLACE FUNCTION wait_for_claiming_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM sales WHERE id = NEW.sale_id FOR SHARE;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lot_claims_sale BEFORE INSERT OR UPDATE OF lot_id, sale_id, released_at ON lot_claims FOR EACH ROW
  WHEN (NEW.released_at IS NULL) EXECUTE FUNCTION wait_for_claiming_sale();

-- Updates all lots, after rows were written with triggers off.
CREATE OR REPLACE FUNCTION fill_lot_states() RETURNS void LANGUAGE sql AS $$
  UPDATE lots l SET state_id = d.state_id FROM lot_states() d WHERE d.lot_id = l.id AND l.state_id <> d.state_id
$$;
