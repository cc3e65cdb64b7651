-- A claim that moves to another lot waits for its sale too, as one that is made does: who changes the sale at that moment
-- would see the claim on the old lot and leave the new one as it was.
CREATE OR REPLACE TRIGGER lot_claims_sale BEFORE INSERT OR UPDATE OF lot_id, sale_id, released_at ON lot_claims FOR EACH ROW
  WHEN (NEW.released_at IS NULL) EXECUTE FUNCTION wait_for_claiming_sale();
