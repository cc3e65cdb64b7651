-- The main buyer is sales.person_id and cannot also be a co-buyer (decisions/0026).

CREATE OR REPLACE FUNCTION refuse_main_buyer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM sales WHERE id = NEW.sale_id AND person_id = NEW.person_id) THEN
    RAISE EXCEPTION 'the main buyer does not buy along' USING ERRCODE = 'unique_violation', CONSTRAINT = 'sale_buyers_main';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER sale_buyers_main BEFORE INSERT OR UPDATE OF person_id, sale_id ON sale_buyers
  FOR EACH ROW EXECUTE FUNCTION refuse_main_buyer();

CREATE OR REPLACE FUNCTION refuse_co_buyer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM sale_buyers WHERE sale_id = NEW.id AND person_id = NEW.person_id) THEN
    RAISE EXCEPTION 'who buys along is not the main buyer' USING ERRCODE = 'unique_violation', CONSTRAINT = 'sale_buyers_main';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER sales_main_buyer BEFORE UPDATE OF person_id ON sales
  FOR EACH ROW WHEN (NEW.person_id IS DISTINCT FROM OLD.person_id) EXECUTE FUNCTION refuse_co_buyer();
