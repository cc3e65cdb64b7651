-- What a site has of a material is the sum of its movements: each movement adds to it, under the lock of the row, and the
-- checks of stock_levels refuse what would fall below zero.
CREATE OR REPLACE FUNCTION move_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_levels (project_id, material_id) VALUES (NEW.project_id, NEW.material_id) ON CONFLICT DO NOTHING;
  UPDATE stock_levels SET quantity = quantity + NEW.quantity, value_cents = value_cents + NEW.value_cents
    WHERE project_id = NEW.project_id AND material_id = NEW.material_id;
  RETURN NEW;
END $$;

DROP TRIGGER IF EXISTS stock_movements_move ON stock_movements;
CREATE TRIGGER stock_movements_move AFTER INSERT ON stock_movements FOR EACH ROW EXECUTE FUNCTION move_stock();

-- Nobody types a level over: only a movement changes it. A row without movements is empty.
CREATE OR REPLACE FUNCTION keep_stock_level() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 AND (TG_OP <> 'INSERT' OR NEW.quantity <> 0 OR NEW.value_cents <> 0) THEN
    RAISE EXCEPTION 'a stock level changes by a movement only' USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_levels_moved';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
DROP TRIGGER IF EXISTS stock_levels_moved ON stock_levels;
CREATE TRIGGER stock_levels_moved BEFORE INSERT OR UPDATE OR DELETE ON stock_levels FOR EACH ROW EXECUTE FUNCTION keep_stock_level();

-- A movement is never changed: another one corrects it.
CREATE OR REPLACE FUNCTION keep_stock_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'movement % is never changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_movements_kept';
END $$;
DROP TRIGGER IF EXISTS stock_movements_kept ON stock_movements;
CREATE TRIGGER stock_movements_kept BEFORE UPDATE OR DELETE ON stock_movements FOR EACH ROW EXECUTE FUNCTION keep_stock_movement();
